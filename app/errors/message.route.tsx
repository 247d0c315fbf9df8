import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadNamespaces } from "~/i18n/browser-i18n";
import { getT } from "~/i18n/i18n.server";
import { localeOfPath } from "~/i18n/locales";
import { useHref } from "~/i18n/use-locale";
import { useT } from "~/i18n/use-t";
import { ErrorScreen } from "~/layouts/shell/error-screen";
import { pageTitle, type TitleHandle } from "~/layouts/shell/page-title";
import { LinkButton } from "~/ui";
import { useRootData } from "~/ui/root-data";
import { plainText } from "./plain-text.server";

await loadNamespaces("auth");

export const handle = {
  title: ({ t, loaded }) => pageTitle(t, loaded.title),
} satisfies TitleHandle<typeof loader>;

/**
 * docs/product.md §2: the error page with a title and a message from the query: anybody may have written them, so only
 * text.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(request.url);
  const t = getT(localeOfPath(pathname));
  return {
    title: plainText(searchParams.get("title"), 120) || t("errors:generic.title"),
    message: plainText(searchParams.get("message"), 500) || t("errors:generic.message"),
  };
}

export default function Page() {
  const { title, message } = useLoaderData<typeof loader>();
  const t = useT();
  const href = useHref();
  const { applicationStatus } = useRootData();
  const unauthorized = applicationStatus === "unauthorized";
  return (
    <ErrorScreen
      heading={title}
      message={message}
      description={unauthorized ? t("auth:noAccess.explanation") : undefined}
    >
      {unauthorized && (
        <LinkButton variant="primary" reloadDocument to={href("/auth/logout")}>
          {t("errors:actions.otherAccount")}
        </LinkButton>
      )}
      {applicationStatus === "initial" && (
        <LinkButton variant="primary" reloadDocument to={href("/auth/login")}>
          {t("errors:actions.signIn")}
        </LinkButton>
      )}
      {applicationStatus === "success" && (
        <LinkButton variant="primary" to={href("/")}>
          {t("errors:actions.home")}
        </LinkButton>
      )}
    </ErrorScreen>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "~/layouts/shell/error-screen";
