import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requestScope } from "~/.server/http/request-scope";
import { failureResponse } from "~/auth/failure-response.server";
import { getT } from "~/i18n/i18n.server";
import { localeOfPath } from "~/i18n/locales";
import { pageTitle, type TitleHandle } from "~/layouts/shell/page-title";
import { SupportLink, supportWords } from "~/layouts/shell/support-link";
import { LinkButton } from "~/ui";
import { Statement } from "~/ui/statement";
import { finishSignIn } from "./finish-sign-in.server";
import { titleKeyOf } from "./sign-in-failure.server";

export const handle = {
  title: ({ t, loaded }) => pageTitle(t, loaded.title, { error: true }),
} satisfies TitleHandle<typeof loader>;

/** The provider redirects here. The texts have the language of the page that began the sign-in. */
export async function loader({ request }: LoaderFunctionArgs) {
  const answer = await finishSignIn(request).catch((error: unknown) => failureResponse(error, { request }));
  // A successful sign-in is a redirect, so the page shows only failures.
  if (answer instanceof Response) throw answer;
  const { problem, returnTo, retryPath, status } = answer;
  const locale = localeOfPath(returnTo);
  const t = getT(locale);
  const page = {
    lang: locale,
    title: t(`signin:title.${titleKeyOf(problem)}`),
    message:
      problem === "clientRefused"
        ? `${t("errors:clientRefused.message")}. ${t("errors:clientRefused.description")}`
        : t(`signin:problem.${problem}`),
    signInAgain: t("errors:actions.signInAgain"),
    support: supportWords(t, requestScope().id),
    href: retryPath,
  };
  return data(page, { status });
}

export default function Page() {
  const { lang, title, message, signInAgain, support, href } = useLoaderData<typeof loader>();
  return (
    <Statement
      lang={lang}
      drawing="broken"
      title={title}
      actions={
        <LinkButton variant="filled" to={href} reloadDocument>
          {signInAgain}
        </LinkButton>
      }
    >
      <p>{message}</p>
      <SupportLink words={support} />
    </Statement>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "~/layouts/shell/error-screen";
