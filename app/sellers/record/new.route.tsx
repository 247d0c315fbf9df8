import { useActionData, useLoaderData } from "@remix-run/react";
import { forFranchisee } from "~/auth/for-franchisee.server";
import { fromOf, listPath } from "~/domain/paths";
import { editableFields } from "~/domain/seller";
import { useHref, useT } from "~/i18n/hooks";
import { pageTitle, type TitleHandle } from "~/layouts/shell/page-title";
import { PageHeader } from "~/ui";
import theme from "~/ui/theme/components.module.css";
import { clearForm, isClearing } from "./clear-form.server";
import { createSeller } from "./create-seller.server";
import { SellerForm } from "./seller-form";
import { sellerFormState } from "./seller-form.server";

export const handle = {
  title: ({ t, returned }) => pageTitle(t, t("sellers:form.newTitle"), { error: Boolean(returned) }),
} satisfies TitleHandle<typeof loader, typeof action>;

export const loader = forFranchisee(async (ctx) => ({
  state: await sellerFormState(ctx),
  list: listPath(fromOf(ctx.request.url)),
  isAddingAnother: new URL(ctx.request.url).searchParams.get("next") === "another",
}));

export const action = forFranchisee(
  (ctx) => (isClearing(ctx) ? clearForm(ctx) : createSeller(ctx, fromOf(ctx.request.url))),
  { typed: editableFields },
);

export default function Page() {
  const t = useT();
  const href = useHref();
  const { state, list, isAddingAnother } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <div className={theme.task}>
      <PageHeader title={t("sellers:form.newTitle")} back={{ to: href(list), text: t("sellers:detail.back") }} />
      <SellerForm state={state} answer={answer} cancelTo={href(list)} isAddingAnother={isAddingAnother} />
    </div>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "~/layouts/shell/error-screen";
