import { useActionData, useLoaderData } from "@remix-run/react";
import { forFranchisee } from "~/auth/for-franchisee.server";
import { fromOf, sellerPath, withFrom } from "~/domain/paths";
import { editableFields } from "~/domain/seller";
import { useHref, useT } from "~/i18n/hooks";
import { pageTitle, type TitleHandle } from "~/layouts/shell/page-title";
import { PageHeader } from "~/ui";
import theme from "~/ui/theme/components.module.css";
import { clearForm, isClearing } from "./clear-form.server";
import { SellerForm } from "./seller-form";
import { sellerFormState } from "./seller-form.server";
import { updateSeller } from "./update-seller.server";

export const handle = {
  title: ({ t, loaded, returned }) => {
    const name = loaded.name || t("sellers:detail.unnamed");
    return pageTitle(t, `${t("sellers:form.editTitle")}: ${name}`, { error: Boolean(returned) });
  },
} satisfies TitleHandle<typeof loader, typeof action>;

export const loader = forFranchisee(async (ctx) => {
  const record = await ctx.sellers.get(ctx.params.id ?? "");
  return {
    state: await sellerFormState(ctx, record),
    name: record.seller.displayName,
    recordPath: withFrom(sellerPath(record.seller.id), fromOf(ctx.request.url)),
  };
});

export const action = forFranchisee(
  (ctx) => (isClearing(ctx) ? clearForm(ctx) : updateSeller(ctx, ctx.params.id ?? "", fromOf(ctx.request.url))),
  { typed: [...editableFields, "reason"] },
);

export default function Page() {
  const t = useT();
  const href = useHref();
  const { state, name, recordPath } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <div className={theme.task}>
      <PageHeader
        title={t("sellers:form.editTitle")}
        description={name || t("sellers:detail.unnamed")}
        back={{ to: href(recordPath), text: t("sellers:form.backToRecord") }}
      />
      <SellerForm state={state} answer={answer} cancelTo={href(recordPath)} />
    </div>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "~/layouts/shell/error-screen";
