import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { forFranchisee } from "~/auth/for-franchisee.server";
import { fromOf, listPath, rowActionsPath } from "~/domain/paths";
import { type TextField, textFields } from "~/domain/seller";
import { useHref, useT } from "~/i18n/hooks";
import { pageTitle, type TitleHandle } from "~/layouts/shell/page-title";
import { sellerFormState } from "~/sellers/record/seller-form.server";
import { updateSeller } from "~/sellers/record/update-seller.server";
import { LinkButton, Notice, PageHeader } from "~/ui";
import { PostForm } from "~/ui/form/post-form";
import theme from "~/ui/theme/components.module.css";
import { CorrectionFields } from "./correction-fields";
import { useRowActions } from "./row-actions";

export const handle = {
  title: ({ t, loaded, returned }) => {
    const name = loaded.seller.displayName || t("sellers:detail.unnamed");
    const action = loaded.field ? t(`sellers:rowMenu.correct.${loaded.field}`) : t("sellers:rowMenu.title");
    return pageTitle(t, `${action}: ${name}`, { error: Boolean(returned) });
  },
} satisfies TitleHandle<typeof loader, typeof action>;

function fieldOf(request: Request): TextField | undefined {
  const name = new URL(request.url).searchParams.get("field");
  return textFields.find((field) => field === name);
}

export const loader = forFranchisee(async (ctx) => {
  const record = await ctx.sellers.get(ctx.params.id ?? "");
  return {
    seller: record.seller,
    state: await sellerFormState(ctx, record),
    field: fieldOf(ctx.request),
    from: fromOf(ctx.request.url) ?? "",
  };
});

export const action = forFranchisee(
  (ctx) => {
    const field = fieldOf(ctx.request);
    if (!field) throw new Response(null, { status: 400 });
    return updateSeller(ctx, ctx.params.id ?? "", fromOf(ctx.request.url), field);
  },
  { typed: textFields },
);

/** A row's menu and form of one field, without scripts or in another tab. */
export default function Page() {
  const t = useT();
  const href = useHref();
  const { seller, state, field, from } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { firstLinks, corrections, lastLinks } = useRowActions(seller, from);
  const list = href(listPath(from, seller.id));
  return (
    <>
      <PageHeader
        title={t(field ? `sellers:rowMenu.correct.${field}` : "sellers:rowMenu.title")}
        description={seller.displayName || t("sellers:detail.unnamed")}
        back={{ to: list, text: t("sellers:detail.back") }}
      />
      {state.isFromDraft && !answer && (
        <Notice kind="info" mb="md">
          {t("sellers:form.draft")}
        </Notice>
      )}
      <section className={theme.card} style={{ maxWidth: "32rem" }}>
        {field ? (
          <PostForm formKey={answer?.formKey ?? state.formKey}>
            <CorrectionFields
              field={field}
              value={String(state.fields[field] ?? "")}
              base={state.base ?? ""}
              answer={answer}
              autoFocus
              cancel={<LinkButton to={list}>{t("common:cancel")}</LinkButton>}
            />
          </PostForm>
        ) : (
          <ul className={theme.items}>
            {[
              ...firstLinks,
              ...corrections.map(({ field, label }) => ({ to: href(rowActionsPath(seller.id, from, field)), label })),
              ...lastLinks,
            ].map(({ to, label }) => (
              <li key={label}>
                <Link to={to}>{label}</Link>
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "~/layouts/shell/error-screen";
