import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireFranchisee } from "~/.server/auth/guard";
import { historyPage, pageOf } from "~/.server/history/history-page";
import { undoChange } from "~/.server/history/undo-change";
import { pageTitle, type TitleHandle } from "~/components/page-title";
import { LinkButton, PageHeader } from "~/components/ui";
import { need } from "~/i18n/client";
import { useHref } from "~/i18n/use-locale";
import { useT } from "~/i18n/use-t";
import { HistoryContent } from "~/sellers/history-page";

await need("history", "sellers");

export const handle = {
  title: ({ t, returned }) => pageTitle(t, t("history:title"), { error: Boolean(returned) }),
} satisfies TitleHandle<typeof loader, typeof action>;

export async function loader(args: LoaderFunctionArgs) {
  const franchisee = await requireFranchisee(args);
  return historyPage(franchisee, args.request);
}

export async function action(args: ActionFunctionArgs) {
  const franchisee = await requireFranchisee(args);
  return undoChange(franchisee, pageOf(args.request));
}

export default function Page() {
  const content = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>();
  const t = useT();
  const href = useHref();
  return (
    <>
      <PageHeader title={t("history:title")} description={t("history:scope")}>
        <LinkButton to={href("/sellers/bulk")}>{t("history:jobs")}</LinkButton>
      </PageHeader>
      <HistoryContent content={content} refusal={refusal} withSeller />
    </>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "~/components/error-screen";
