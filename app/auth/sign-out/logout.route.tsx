import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { isFromOwnPage, isPrefetch } from "~/.server/http/origin-check";
import { readForm } from "~/.server/http/read-form";
import { failureResponse } from "~/auth/failure-response.server";
import { isSessionAlive } from "~/auth/session/session.server";
import { useHref, useT } from "~/i18n/hooks";
import { localeOfPath, pathIn } from "~/i18n/locales";
import { pageTitle, type TitleHandle } from "~/layouts/shell/page-title";
import { Button, LinkButton } from "~/ui";
import { Statement } from "~/ui/statement";
import { ASK_FIRST, signOut } from "./sign-out.server";

export const handle = {
  title: ({ t }) => pageTitle(t, t("auth:signOut.title")),
} satisfies TitleHandle;

/** Only a click on our own page signs out at once. A link of another site shows a question. */
export async function loader({ request }: LoaderFunctionArgs) {
  const locale = localeOfPath(new URL(request.url).pathname);
  try {
    if (isOwnClick(request)) return await signOut(request, locale);
    if (!(await isSessionAlive(request))) return redirect(pathIn(locale, "/auth/signed-out"));
    return null;
  } catch (error) {
    throw await failureResponse(error, { request });
  }
}

/** `scope=everywhere`: on all devices. `scope=provider`: at the provider, after a sign-out here. */
export async function action({ request }: ActionFunctionArgs) {
  try {
    const form = await readForm(request, { maxBytes: 4096 });
    const scope = form.get("scope");
    const options = { everywhere: scope === "everywhere", atProvider: scope === "provider" };
    return await signOut(request, localeOfPath(new URL(request.url).pathname), options);
  } catch (error) {
    throw await failureResponse(error, { request });
  }
}

/** False for another site's image or a browser's prefetch, which may load this address, too. */
function isOwnClick(request: Request): boolean {
  const { url, headers } = request;
  // The language link on the question's page has this parameter, and must not sign out.
  if (new URL(url).searchParams.has(ASK_FIRST)) return false;
  const destination = headers.get("Sec-Fetch-Dest") ?? "document";
  // The router's own requests have the destination "empty".
  const isForPage = destination === "document" || destination === "empty";
  return isFromOwnPage(request) && isForPage && !isPrefetch(request);
}

export default function Page() {
  const t = useT();
  const href = useHref();
  return (
    <form method="post">
      <Statement
        drawing="no-access"
        title={t("auth:signOut.title")}
        actions={
          <>
            <Button type="submit" variant="filled">
              {t("common:account.signOut")}
            </Button>
            <LinkButton to={href("/")}>{t("auth:signOut.stay")}</LinkButton>
          </>
        }
      >
        <p>{t("auth:signOut.question")}</p>
      </Statement>
    </form>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "~/layouts/shell/error-screen";
