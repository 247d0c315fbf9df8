import { useActionData, useLoaderData } from "@remix-run/react";
import { forFranchisee } from "~/auth/for-franchisee.server";
import { useT } from "~/i18n/hooks";
import { pageTitle, type TitleHandle } from "~/layouts/shell/page-title";
import { PageHeader } from "~/ui";
import { HistoryContent, HistoryLinks } from "./history-page";
import { historyPage, pathWithoutChange } from "./history-page.server";
import { undoChange } from "./undo-change.server";

export const handle = {
  title: ({ t, loaded, returned }) =>
    pageTitle(t, t("common:navigation.history"), { error: loaded.hasWrongDays || Boolean(returned) }),
} satisfies TitleHandle<typeof loader, typeof action>;

export const loader = forFranchisee((ctx) => historyPage(ctx));

export const action = forFranchisee((ctx) => undoChange(ctx, pathWithoutChange(ctx.request)));

export default function Page() {
  const content = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>();
  const t = useT();
  return (
    <>
      <PageHeader title={t("common:navigation.history")} description={t("history:scope")}>
        <HistoryLinks content={content} />
      </PageHeader>
      <HistoryContent content={content} refusal={refusal} withSeller />
    </>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "~/layouts/shell/error-screen";
