import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { requireFranchisee } from "~/.server/auth/guard";
import { sellerFormState } from "~/.server/sellers/seller-form";
import { updateSeller } from "~/.server/sellers/update-seller";
import { pageTitle, type TitleHandle } from "~/components/page-title";
import { PageHeader } from "~/components/ui";
import { need } from "~/i18n/client";
import { useHref } from "~/i18n/use-locale";
import { fromOf, sellerPath, withFrom } from "~/sellers/list-link";
import { SellerForm } from "~/sellers/seller-form";

await need("sellers");

export const handle = {
  title: ({ t, returned }) => pageTitle(t, t("sellers:form.editTitle"), { error: Boolean(returned) }),
} satisfies TitleHandle<typeof loader, typeof action>;

export async function loader(args: LoaderFunctionArgs) {
  const franchisee = await requireFranchisee(args);
  const record = await franchisee.api.sellers.get(args.params.id ?? "");
  return {
    state: await sellerFormState(franchisee, record),
    name: record.seller.displayName,
    record: withFrom(sellerPath(record.seller.id), fromOf(args.request.url)),
  };
}

export async function action(args: ActionFunctionArgs) {
  const franchisee = await requireFranchisee(args);
  return updateSeller(franchisee, args.params.id ?? "", fromOf(args.request.url));
}

export default function Page() {
  const { t } = useTranslation("sellers");
  const href = useHref();
  const { state, name, record } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <PageHeader
        title={t("form.editTitle")}
        description={name}
        back={{ to: href(record), text: t("form.backToRecord") }}
      />
      <SellerForm state={state} answer={answer} cancelTo={href(record)} />
    </>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "~/components/error-screen";
