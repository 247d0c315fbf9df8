import { useActionData, useLoaderData } from "@remix-run/react";
import { optional } from "~/.server/backend/optional";
import { forFranchisee } from "~/auth/for-franchisee.server";
import { sellerPath, withFrom } from "~/domain/paths";
import { useHref, useT } from "~/i18n/hooks";
import { pageTitle, type TitleHandle } from "~/layouts/shell/page-title";
import { settleWrites } from "~/sellers/write/settle-writes.server";
import { PageHeader } from "~/ui";
import theme from "~/ui/theme/components.module.css";
import { HistoryContent } from "./history-page";
import { historyPage, pathWithoutChange } from "./history-page.server";
import { undoChange } from "./undo-change.server";

const MAX_SETTLED = 50;

export const handle = {
  title: ({ t, loaded, returned: refusal }) =>
    pageTitle(t, t("history:ofSeller", { name: loaded.name || t("sellers:detail.unnamed") }), {
      error: loaded.content.hasWrongDays || Boolean(refusal),
    }),
} satisfies TitleHandle<typeof loader, typeof action>;

export const loader = forFranchisee(async (ctx) => {
  const { request, params, sellers } = ctx;
  const { seller } = await sellers.get(params.id ?? "");
  await optional(settleWrites(seller, MAX_SETTLED));
  const content = await historyPage(ctx, seller.id);
  const list = new URL(request.url).searchParams.get("list");
  const recordPath = withFrom(sellerPath(seller.id), list);
  return { name: seller.displayName, isAccountDisabled: !seller.accountEnabled, list, recordPath, content };
});

export const action = forFranchisee((ctx) => undoChange(ctx, pathWithoutChange(ctx.request), ctx.params.id ?? ""));

export default function Page() {
  const { name, isAccountDisabled, list, recordPath, content } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>();
  const t = useT();
  const href = useHref();
  return (
    <div className={theme.task}>
      <PageHeader
        title={
          <>
            {t("history:ofSeller", { name: "" })}
            {/* A name that fits a line isn't broken. */}
            <bdi translate={name ? "no" : undefined} style={{ display: "inline-block" }}>
              {name || t("sellers:detail.unnamed")}
            </bdi>
          </>
        }
        description={t("history:scope")}
        back={{ to: href(recordPath), text: t("sellers:form.backToRecord") }}
      />
      <HistoryContent content={content} refusal={refusal} isAccountDisabled={isAccountDisabled} list={list} />
    </div>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "~/layouts/shell/error-screen";
