import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { OtherAccount } from "~/auth/sign-in/other-account";
import { returnPath } from "~/auth/sign-in/return-path.server";
import { loadNamespaces } from "~/i18n/browser-i18n";
import { getT } from "~/i18n/i18n.server";
import { localeOfPath } from "~/i18n/locales";
import { useHref } from "~/i18n/use-locale";
import { useT } from "~/i18n/use-t";
import { ErrorScreen } from "~/layouts/shell/error-screen";
import { pageTitle, type TitleHandle } from "~/layouts/shell/page-title";
import { LinkButton } from "~/ui";
import { useRootData } from "~/ui/root-data";
import { draftPath } from "./draft-path.server";
import { inLanguage, isNoAccess } from "./own-words.server";
import { plainText } from "./plain-text.server";

await loadNamespaces("auth");

export const handle = {
  title: ({ t, loaded }) => pageTitle(t, loaded.title),
} satisfies TitleHandle<typeof loader>;

/**
 * docs/product.md §2: the error page with a title and a message from the query: anybody may have written them, so only
 * text; ours are in the page's language. `from` is the page that was asked for,
 * `draft` the form that somebody without access sent; `kept`: it holds something typed.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(request.url);
  const locale = localeOfPath(pathname);
  const t = getT(locale);
  const title = plainText(searchParams.get("title"), 120);
  const from = searchParams.get("from");
  return {
    title: inLanguage(title, locale) || t("errors:generic.title"),
    message: inLanguage(plainText(searchParams.get("message"), 500), locale) || t("errors:generic.message"),
    refusing: isNoAccess(title),
    returnTo: from ? returnPath(from) : null,
    form: draftPath(searchParams),
    kept: searchParams.has("kept"),
  };
}

export default function Page() {
  const { title, message, refusing, returnTo, form, kept } = useLoaderData<typeof loader>();
  const t = useT();
  return (
    <ErrorScreen
      drawing={refusing ? "no-access" : "broken"}
      heading={title}
      message={message}
      description={
        refusing && (
          <>
            {t("auth:noAccess.explanation")} {form && kept && t("errors:draftKept")}
          </>
        )
      }
    >
      {refusing ? <OtherAccount /> : <WayOn returnTo={returnTo} />}
      {form && <LinkButton to={form}>{t("errors:actions.backToForm")}</LinkButton>}
    </ErrorScreen>
  );
}

function WayOn({ returnTo }: { returnTo: string | null }) {
  const t = useT();
  const href = useHref();
  const { session } = useRootData();
  if (session)
    return (
      <LinkButton variant="filled" to={href("/")}>
        {t("errors:actions.home")}
      </LinkButton>
    );
  const query = returnTo ? `?${new URLSearchParams({ returnTo })}` : "";
  return (
    <LinkButton variant="filled" reloadDocument to={`${href("/auth/login")}${query}`}>
      {t("errors:actions.signIn")}
    </LinkButton>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "~/layouts/shell/error-screen";
