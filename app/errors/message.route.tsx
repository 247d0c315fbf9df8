import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { signedInAccount } from "~/auth/access.server";
import { draftPath, incidentIn } from "~/auth/error-page-query.server";
import { NoAccess } from "~/auth/sign-in/no-access";
import { returnPath } from "~/auth/sign-in/return-path.server";
import { shortLine } from "~/domain/clean-text";
import { loadNamespaces } from "~/i18n/browser-i18n";
import { getT } from "~/i18n/i18n.server";
import { localeOfPath, pathIn } from "~/i18n/locales";
import { useHref } from "~/i18n/use-locale";
import { useT } from "~/i18n/use-t";
import type { FrameHandle } from "~/layouts/default";
import { ErrorScreen } from "~/layouts/shell/error-screen";
import { pageTitle, type TitleHandle } from "~/layouts/shell/page-title";
import { type Way, Ways } from "~/layouts/shell/ways-out";
import { useRootData } from "~/ui/root-data";
import { inLanguage, isNoAccess } from "./error-message.server";

await loadNamespaces("auth");

export const handle = {
  title: ({ t, loaded }) => pageTitle(t, loaded.title),
  isForEverybody: true,
} satisfies TitleHandle<typeof loader> & FrameHandle;

/** Anybody may have written title and message into the query, so they are plain text. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(request.url);
  const locale = localeOfPath(pathname);
  const t = getT(locale);
  const title = shortLine(searchParams.get("title") ?? "", 120);
  const form = draftPath(searchParams);
  const from = searchParams.get("from");
  const returnTo = from === null ? null : returnPath(from);
  const refused = isNoAccess(title) && {
    account: await signedInAccount(request),
    page: form ?? returnTo ?? pathIn(locale, "/"),
    isRefusal: searchParams.has("at"),
    kept: form !== null && searchParams.has("kept"),
  };
  return {
    title: inLanguage(title, locale) || t("errors:generic.title"),
    message: inLanguage(shortLine(searchParams.get("message") ?? "", 500), locale) || t("errors:generic.message"),
    returnTo,
    incident: incidentIn(searchParams),
    refused,
  };
}

export default function Page() {
  const { title, message, returnTo, incident, refused } = useLoaderData<typeof loader>();
  const t = useT();
  if (refused) {
    const { kept, ...refusal } = refused;
    return (
      <NoAccess {...refusal} {...incident} message={message}>
        {kept && t("errors:draftKept")}
      </NoAccess>
    );
  }
  return (
    <ErrorScreen drawing="broken" heading={title} message={message} {...incident}>
      <WayOn returnTo={returnTo} />
    </ErrorScreen>
  );
}

function WayOn({ returnTo }: { returnTo: string | null }) {
  const t = useT();
  const href = useHref();
  const { session } = useRootData();
  const query = returnTo ? `?${new URLSearchParams({ returnTo })}` : "";
  const way: Way = session
    ? { to: href("/"), children: t("errors:actions.home") }
    : { to: `${href("/auth/login")}${query}`, children: t("errors:actions.signIn"), reloadDocument: true };
  return <Ways ways={[way]} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "~/layouts/shell/error-screen";
