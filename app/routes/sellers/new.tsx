import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { requireFranchisee } from "~/.server/auth/guard";
import { createSeller } from "~/.server/sellers/create-seller";
import { sellerFormState } from "~/.server/sellers/seller-form";
import { pageTitle, type TitleHandle } from "~/components/page-title";
import { PageHeader } from "~/components/ui";
import { need } from "~/i18n/client";
import { useHref } from "~/i18n/use-locale";
import { fromOf, listPath } from "~/sellers/list-link";
import { SellerForm } from "~/sellers/seller-form";

await need("sellers");

export const handle = {
  title: ({ t, returned }) => pageTitle(t, t("sellers:form.newTitle"), { error: Boolean(returned) }),
} satisfies TitleHandle<typeof loader, typeof action>;

export async function loader(args: LoaderFunctionArgs) {
  const franchisee = await requireFranchisee(args);
  return { state: await sellerFormState(franchisee), list: listPath(fromOf(args.request.url)) };
}

export async function action(args: ActionFunctionArgs) {
  const franchisee = await requireFranchisee(args);
  return createSeller(franchisee, fromOf(args.request.url));
}

export default function Page() {
  const { t } = useTranslation("sellers");
  const href = useHref();
  const { state, list } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <PageHeader title={t("form.newTitle")} back={{ to: href(list), text: t("detail.back") }} />
      <SellerForm state={state} answer={answer} cancelTo={href(list)} />
    </>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "~/components/error-screen";
