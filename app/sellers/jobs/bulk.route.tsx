import { Group, Text } from "@mantine/core";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { forFranchisee } from "~/auth/for-franchisee.server";
import { fromOf, listPath, withFrom } from "~/domain/paths";
import type { Translate } from "~/i18n/catalogues";
import { formatDateTime } from "~/i18n/format";
import { useHref, useT } from "~/i18n/hooks";
import { pageTitle, type TitleHandle } from "~/layouts/shell/page-title";
import { PageHeader } from "~/ui";
import { Badge } from "~/ui/badge";
import { Statement } from "~/ui/statement";
import theme from "~/ui/theme/components.module.css";
import { BulkQuestion } from "./bulk-question";
import { type BulkContent, postBulk, questionOfDraft } from "./bulk-question.server";
import { stateColor } from "./job";
import classes from "./job-results.module.css";
import { type JobSummary, recentJobs } from "./job-summary.server";

export const handle = {
  title: ({ t, loaded, returned }) => {
    const question = returned ?? loaded.question;
    return pageTitle(t, question ? titleOf(t, question) : t("jobs:bulk.jobs"), {
      error: Boolean(question?.problem ?? question?.change?.problem),
    });
  },
} satisfies TitleHandle<typeof loader, typeof action>;

export const loader = forFranchisee(async (ctx) => {
  const [question, jobs] = await Promise.all([questionOfDraft(ctx), recentJobs(ctx)]);
  const from = fromOf(ctx.request.url);
  return { question, jobs, from, list: listPath(from) };
});

export const action = forFranchisee(postBulk, { typed: ["reason", "value"] });

export default function Page() {
  const t = useT();
  const href = useHref();
  const { question: loadedQuestion, jobs, from, list } = useLoaderData<typeof loader>();
  const question = useActionData<typeof action>() ?? loadedQuestion;
  return (
    <div className={theme.task}>
      <PageHeader
        title={question ? headingOf(t, question) : t("jobs:bulk.jobs")}
        description={!question && jobs.length > 0 && t("jobs:bulk.onlyOwn")}
        back={{ to: href(question?.list ?? list), text: t("jobs:toSellers") }}
      />
      {question ? <BulkQuestion content={question} /> : <RecentJobsList jobs={jobs} from={from} />}
    </div>
  );
}

/** The heading is the question itself, except for a change, which `BulkQuestion` asks about. */
function headingOf(t: Translate, { action, isPossible, count }: BulkContent): string {
  return action !== "change" && isPossible ? t(`jobs:bulk.question.${action}`, { count }) : titleOf(t, { action });
}

function titleOf(t: Translate, { action }: Pick<BulkContent, "action">): string {
  return action === "change" ? t("jobs:bulk.changeTitle") : t(`jobs:title.${action}`);
}

export { RouteErrorBoundary as ErrorBoundary } from "~/layouts/shell/error-screen";

function RecentJobsList({ jobs, from }: { jobs: JobSummary[]; from: string | null }) {
  const t = useT();
  if (jobs.length === 0) {
    return (
      <section className={theme.card}>
        <Statement level={2} drawing="nothing-yet" title={t("jobs:bulk.noRecent")}>
          {t("jobs:bulk.jobsHint")}
        </Statement>
      </section>
    );
  }
  return (
    <section className={theme.card} aria-label={t("common:ownJobs")}>
      <ul className={theme.lines}>
        {jobs.map((job) => (
          <RecentJob key={job.id} job={job} from={from} />
        ))}
      </ul>
    </section>
  );
}

function RecentJob({ job, from }: { job: JobSummary; from: string | null }) {
  const href = useHref();
  const t = useT();
  const { id, title, createdAt, state, shownState, isOver, counts, problems, total } = job;
  return (
    <Group component="li" justify="space-between" gap="0.125rem 0.75rem" className={classes.job}>
      <Group component="span" gap="0.125rem 0.75rem" flex="1 1 20rem">
        <Link to={href(withFrom(`/sellers/jobs/${id}`, from))}>{title}</Link>
        {state !== "finished" && <Badge color={stateColor(job)}>{t(`jobs:state.${shownState}`)}</Badge>}
        {problems && <Badge color="yellow">{problems}</Badge>}
      </Group>
      <Text span c="dimmed" flex="1 1 auto">
        {[!isOver && t("jobs:done", { count: counts.done, total }), formatDateTime(createdAt)]
          .filter(Boolean)
          .join(", ")}
      </Text>
    </Group>
  );
}
