import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { hasEndSession } from "~/auth/provider/discovery.server";
import { resolveAccess } from "~/auth/visitor.server";
import { useHref, useT } from "~/i18n/hooks";
import { OnwardLinks } from "~/layouts/shell/onward-links";
import { pageTitle, type TitleHandle } from "~/layouts/shell/page-title";
import { Button } from "~/ui";
import { Statement } from "~/ui/statement";
import { readProviderSignOut } from "./sign-out.server";

export const handle = {
  title: ({ t, loaded }) => pageTitle(t, t(loaded.isSignedIn ? "auth:stillSignedIn.title" : "auth:signedOut.title")),
} satisfies TitleHandle<typeof loader>;

export async function loader({ request }: LoaderFunctionArgs) {
  const { session } = await resolveAccess(request);
  const { isConfirmed, cookieRemoval } = readProviderSignOut(request);
  const headers = cookieRemoval ? { "Set-Cookie": cookieRemoval } : undefined;
  return data({ isSignedIn: session !== null, isConfirmed, canFinish: !isConfirmed && hasEndSession() }, { headers });
}

export default function Page() {
  const t = useT();
  const href = useHref();
  const { isSignedIn, isConfirmed, canFinish } = useLoaderData<typeof loader>();
  if (isSignedIn) {
    return (
      <Statement
        drawing="no-access"
        title={t("auth:stillSignedIn.title")}
        actions={
          <OnwardLinks
            links={[
              { to: href("/auth/logout"), children: t("common:account.signOut"), reloadDocument: true },
              { to: href("/"), children: t("auth:signOut.stay") },
            ]}
          />
        }
      />
    );
  }
  return (
    <Statement
      drawing="signed-out"
      title={t("auth:signedOut.title")}
      actions={
        <>
          {canFinish && (
            <form method="post" action={href("/auth/logout")}>
              <input type="hidden" name="scope" value="provider" />
              <Button type="submit" variant="filled">
                {t("auth:signedOut.finish")}
              </Button>
            </form>
          )}
          <OnwardLinks
            buttons={canFinish ? 0 : 1}
            links={[{ to: href("/auth/login"), children: t("errors:actions.signInAgain"), reloadDocument: true }]}
          />
        </>
      }
    >
      <p>{t(isConfirmed ? "auth:signedOut.everywhere" : "auth:signedOut.message")}</p>
    </Statement>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "~/layouts/shell/error-screen";
