import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireFranchisee } from "~/.server/auth/guard";
import { changeStatuses, heldQuestion } from "~/.server/bulk/change-status";
import { recentJobs } from "~/.server/bulk/recent-jobs";
import { pageTitle, type TitleHandle } from "~/components/page-title";
import { PageHeader } from "~/components/ui";
import { need } from "~/i18n/client";
import { useHref } from "~/i18n/use-locale";
import { useT } from "~/i18n/use-t";
import { BulkQuestion } from "~/sellers/bulk-page";
import { RecentJobsList } from "~/sellers/recent-jobs";

await need("jobs", "sellers");

export const handle = {
  title: ({ t, loaded, returned }) => {
    const asked = returned ?? loaded.question;
    return pageTitle(t, asked?.title ?? loaded.jobs.title, { error: returned === null || Boolean(asked?.problem) });
  },
} satisfies TitleHandle<typeof loader, typeof action>;

/** A form that was held while its person signed in again stands here once more; otherwise the person's jobs do. */
export async function loader(args: LoaderFunctionArgs) {
  const franchisee = await requireFranchisee(args);
  const [question, jobs] = await Promise.all([heldQuestion(franchisee), recentJobs(franchisee)]);
  return { question, jobs };
}

/** @returns null when nobody was chosen */
export async function action(args: ActionFunctionArgs) {
  return (await changeStatuses(await requireFranchisee(args))) ?? null;
}

export default function Page() {
  const t = useT();
  const href = useHref();
  const { question, jobs } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const asked = answer ?? question;
  return (
    <>
      <PageHeader
        title={asked?.title ?? jobs.title}
        back={{ to: href(asked?.list ?? "/sellers"), text: t("sellers:detail.back") }}
      />
      {asked ? <BulkQuestion content={asked} /> : <RecentJobsList content={jobs} nobodyChosen={answer === null} />}
    </>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "~/components/error-screen";
