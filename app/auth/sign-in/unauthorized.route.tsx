import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { signedInAccount } from "~/auth/visitor.server";
import { useHref, useT } from "~/i18n/hooks";
import { pageTitle, type TitleHandle } from "~/layouts/shell/page-title";
import { NoAccess } from "./no-access";

export const handle = {
  title: ({ t }) => pageTitle(t, t("auth:noAccess.title"), { error: true }),
} satisfies TitleHandle;

/** The app doesn't link here, but docs/product.md §2 promises the address. */
export async function loader({ request }: LoaderFunctionArgs) {
  return { account: await signedInAccount(request) };
}

export default function Page() {
  const { account } = useLoaderData<typeof loader>();
  const t = useT();
  const href = useHref();
  return <NoAccess account={account} page={href("/")} message={t("auth:noAccess.message")} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "~/layouts/shell/error-screen";
