import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { failedRequestId } from "~/.server/http/request-scope";
import { draftPath } from "~/auth/failed-form.server";
import { NoAccess } from "~/auth/sign-in/no-access";
import { returnPath } from "~/auth/sign-in/return-path.server";
import { signedInAccount } from "~/auth/visitor.server";
import { shortLine } from "~/domain/clean-text";
import { useHref, useT } from "~/i18n/hooks";
import { getT } from "~/i18n/i18n.server";
import { localeCodes, localeOfPath, pathIn } from "~/i18n/locales";
import type { FrameHandle } from "~/layouts/default";
import { ErrorScreen } from "~/layouts/shell/error-screen";
import { type OnwardLink, OnwardLinks } from "~/layouts/shell/onward-links";
import { pageTitle, type TitleHandle } from "~/layouts/shell/page-title";
import { useRootData } from "~/ui/root-data";

export const handle = {
  title: ({ t, loaded }) => pageTitle(t, loaded.title),
  isPublic: true,
} satisfies TitleHandle<typeof loader> & FrameHandle;

/**
 * Shows `/error?title=…&message=…`, an interface for other programs (docs/product.md §2). If the
 * title is „Brak dostępu”, the page explains the missing role. Anybody can write such a link, so
 * title and message are plain text.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(request.url);
  const locale = localeOfPath(pathname);
  const t = getT(locale);
  const title = shortLine(searchParams.get("title") ?? "", 120);
  const draftPage = draftPath(searchParams);
  const from = searchParams.get("from");
  const returnTo = from === null ? null : returnPath(from);
  // In any language, because the person may have switched the language on this page.
  const isNoAccess = localeCodes.some((code) => title === getT(code)("auth:noAccess.title"));
  const message = shortLine(searchParams.get("message") ?? "", 500) || t("errors:generic.message");
  const isOwnMessage = localeCodes.some((code) => message === getT(code)("auth:noAccess.message"));
  const noAccess = isNoAccess && {
    account: await signedInAccount(request),
    page: draftPage ?? returnTo ?? pathIn(locale, "/"),
    draftHoldsText: draftPage !== null && searchParams.has("kept"),
  };
  return {
    title: title || t("errors:generic.title"),
    message: isOwnMessage ? t("auth:noAccess.message") : message,
    returnTo,
    isReauth: searchParams.get("prompt") === "login",
    requestId: failedRequestId(searchParams),
    noAccess,
  };
}

export default function Page() {
  const { title, message, returnTo, isReauth, requestId, noAccess } = useLoaderData<typeof loader>();
  const t = useT();
  if (noAccess) {
    const { draftHoldsText, ...props } = noAccess;
    return (
      <NoAccess {...props} requestId={requestId} message={message}>
        {draftHoldsText && t("errors:draftKept")}
      </NoAccess>
    );
  }
  return (
    <ErrorScreen drawing="broken" heading={title} message={message} requestId={requestId}>
      <NextStep returnTo={returnTo} isReauth={isReauth} />
    </ErrorScreen>
  );
}

/** @param isReauth the provider must ask who signs in (`prompt=login`) */
function NextStep({ returnTo, isReauth }: { returnTo: string | null; isReauth: boolean }) {
  const t = useT();
  const href = useHref();
  const { session } = useRootData();
  const query = new URLSearchParams({ returnTo: returnTo ?? href("/"), ...(isReauth && { prompt: "login" }) });
  const link: OnwardLink = session
    ? { to: href("/"), children: t("errors:actions.home") }
    : { to: `${href("/auth/login")}?${query}`, children: t("errors:actions.signIn"), reloadDocument: true };
  return <OnwardLinks links={[link]} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "~/layouts/shell/error-screen";
