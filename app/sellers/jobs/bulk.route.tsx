import { useActionData, useLoaderData } from "@remix-run/react";
import { forFranchisee } from "~/auth/for-franchisee.server";
import { fromOf, listPath } from "~/domain/list-link";
import { loadNamespaces } from "~/i18n/browser-i18n";
import { useHref } from "~/i18n/use-locale";
import { useT } from "~/i18n/use-t";
import { pageTitle, type TitleHandle } from "~/layouts/shell/page-title";
import { PageHeader } from "~/ui";
import { BulkQuestion } from "./bulk-page";
import { changeStatuses, draftQuestion } from "./bulk-page.server";
import { RecentJobsList } from "./recent-jobs";
import { recentJobs } from "./recent-jobs.server";

await loadNamespaces("jobs", "sellers");

export const handle = {
  title: ({ t, loaded, returned }) => {
    const asked = returned ?? loaded.question;
    return pageTitle(t, asked?.title ?? loaded.jobs.title, { error: Boolean(asked?.problem) });
  },
} satisfies TitleHandle<typeof loader, typeof action>;

/** The question that is kept as a draft, as is one whose person had to sign in again; otherwise the person's jobs. */
export const loader = forFranchisee(async (ctx) => {
  const [question, jobs] = await Promise.all([draftQuestion(ctx), recentJobs(ctx)]);
  const from = fromOf(ctx.request.url);
  return { question, jobs, from, list: listPath(from) };
});

export const action = forFranchisee(changeStatuses, { typed: ["reason"] });

export default function Page() {
  const t = useT();
  const href = useHref();
  const { question, jobs, from, list } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const asked = answer ?? question;
  return (
    <>
      <PageHeader
        title={asked?.title ?? jobs.title}
        back={{ to: href(asked?.list ?? list), text: t("sellers:detail.back") }}
      />
      {asked ? <BulkQuestion content={asked} /> : <RecentJobsList content={jobs} from={from} />}
    </>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "~/layouts/shell/error-screen";
