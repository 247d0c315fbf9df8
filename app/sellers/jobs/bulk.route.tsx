import { useActionData, useLoaderData } from "@remix-run/react";
import { forFranchisee } from "~/auth/for-franchisee.server";
import { fromOf, listPath } from "~/domain/list-link";
import { loadNamespaces } from "~/i18n/browser-i18n";
import { useHref } from "~/i18n/use-locale";
import { useT } from "~/i18n/use-t";
import { pageTitle, type TitleHandle } from "~/layouts/shell/page-title";
import { PageHeader } from "~/ui";
import theme from "~/ui/theme/components.module.css";
import { BulkQuestion } from "./bulk-question";
import { type BulkContent, draftQuestion, postBulk } from "./bulk-question.server";
import { recentJobs } from "./job-summary.server";
import { RecentJobsList } from "./recent-jobs";

await loadNamespaces("jobs", "sellers");

export const handle = {
  title: ({ t, loaded, returned }) => {
    const question = returned ?? loaded.question;
    return pageTitle(t, question?.title ?? loaded.jobs.title, {
      error: Boolean(question?.problem ?? question?.change?.problem),
    });
  },
} satisfies TitleHandle<typeof loader, typeof action>;

/** Lists the latest jobs, or asks again about a selection that became a draft. */
export const loader = forFranchisee(async (ctx) => {
  const [question, jobs] = await Promise.all([draftQuestion(ctx), recentJobs(ctx)]);
  const from = fromOf(ctx.request.url);
  return { question, jobs, from, list: listPath(from) };
});

/** Asks about the list's selection, or starts the job. */
export const action = forFranchisee(postBulk, { typed: ["reason", "value"] });

export default function Page() {
  const t = useT();
  const href = useHref();
  const { question: draft, jobs, from, list } = useLoaderData<typeof loader>();
  const question = useActionData<typeof action>() ?? draft;
  return (
    <div className={question && theme.task}>
      <PageHeader
        title={question ? headingOf(question) : jobs.title}
        back={{ to: href(question?.list ?? list), text: t("sellers:detail.back") }}
      />
      {question ? <BulkQuestion content={question} /> : <RecentJobsList content={jobs} from={from} />}
    </div>
  );
}

/** A change asks for more than a yes. */
function headingOf({ action, question, title }: BulkContent): string {
  return action !== "change" && question ? question : title;
}

export { RouteErrorBoundary as ErrorBoundary } from "~/layouts/shell/error-screen";
