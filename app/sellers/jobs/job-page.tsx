import "@mantine/core/styles/Progress.layer.css";
import { Group, Progress, Stack, Text } from "@mantine/core";
import { Link, useLocation } from "@remix-run/react";
import { withFrom } from "~/domain/paths";
import { formatDateTime, formatNumber } from "~/i18n/format";
import { useHref, useLocale, useT } from "~/i18n/hooks";
import { Badge } from "~/ui/badge";
import theme from "~/ui/theme/components.module.css";
import { usePolling } from "~/ui/use-polling";
import { jobPath, stateColor } from "./job";
import { JobQuestion } from "./job-actions";
import { JobResults, type ShownJob } from "./job-results";
import classes from "./job-results.module.css";

const POLL_MS = 1_500;
/** For browsers without scripts. Each reload resets the focus, so leave time to reach a button. */
const REFRESH_SECONDS = 10;

export function PageRefresh({ isRefreshOff }: { isRefreshOff: boolean }) {
  const t = useT();
  const { pathname, search } = useLocation();
  const params = new URLSearchParams(search);
  if (isRefreshOff) params.delete("refresh");
  else params.set("refresh", "off");
  const query = params.toString();
  return (
    <noscript>
      {!isRefreshOff && <meta httpEquiv="refresh" content={String(REFRESH_SECONDS)} />}
      <Text mb="md">
        {!isRefreshOff && t("jobs:refreshes", { seconds: REFRESH_SECONDS })}{" "}
        <Link to={query ? `${pathname}?${query}` : pathname} reloadDocument>
          {t(isRefreshOff ? "jobs:turnOn" : "jobs:turnOff")}
        </Link>
      </Text>
    </noscript>
  );
}

/** „Zakończono”, „29.11.2026 02:56”, „Wykonane 5 · Nieudane 2 · Pominięte 1” */
export function JobFacts({ job }: { job: ShownJob }) {
  const t = useT();
  const locale = useLocale();
  const startTime = formatDateTime(job.createdAt);
  const endTime = job.endedAt === undefined ? "" : formatDateTime(job.endedAt);
  // A job that ended in the minute in which it started shows one time.
  const times = endTime === startTime ? endTime : t("jobs:started", { when: startTime });
  const counts = { ...job.counts, notRun: job.notRun };
  const results = (["done", "failed", "unknown", "skipped", "notRun"] as const).filter((result) => counts[result] > 0);
  const inWords = results.map((result) =>
    result === "done" && !job.isOver
      ? t("jobs:done", { count: counts.done, total: job.total })
      : `${t(`jobs:result.${result}`)} ${formatNumber(counts[result], locale)}`,
  );
  const facts = [
    endTime === "" || endTime === startTime ? times : `${times}, ${t("jobs:ended", { when: endTime })}`,
    // If all items are done, the heading and the rows say so.
    counts.done < job.total ? inWords.join("\u00a0· ") : "",
  ].filter(Boolean);
  return (
    <Group component="p" gap="0.25rem 0.75rem" c="dimmed" className={classes.facts}>
      {/* Not live, because the page's title announces the state. */}
      <span role="status" aria-live="off" style={{ display: "flex" }}>
        <Badge color={stateColor(job)}>{t(`jobs:state.${job.shownState}`)}</Badge>
      </span>
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </Group>
  );
}

export function JobDetails({ job }: { job: ShownJob }) {
  const t = useT();
  const href = useHref();
  const { pathname, search } = useLocation();
  // A question hides the job's other actions.
  const hasFile = job.isOver && !new URLSearchParams(search).has("ask");
  usePolling(!job.isOver, POLL_MS);
  return (
    <Stack gap="lg">
      {job.state !== "finished" && (
        <Progress
          aria-label={t("jobs:progress")}
          mb="-0.5rem"
          value={Math.floor((100 * job.endedCount) / job.total)}
          // The bar has the same shade as the badge's text.
          color={`var(--mantine-color-${stateColor(job)}-light-color)`}
        />
      )}
      {job.reason && <p>{t("sellers:detail.disabledWhy", { reason: job.reason })}</p>}
      <Hint job={job} />
      {job.origin && (
        <p>
          {t(`jobs:origin.${job.origin.why}`)} <Link to={href(jobPath(job.origin.jobId, job))}>{job.origin.title}</Link>
        </p>
      )}
      <JobQuestion job={job} />
      <JobResults job={job} />
      <Group component="p" gap="1.25rem" data-screen-only>
        {hasFile && (
          <Link to={`${pathname}/results.csv`} reloadDocument className={theme.reach}>
            {t("jobs:file")}
          </Link>
        )}
        <Link to={href(withFrom("/sellers/bulk", job.from))} className={theme.reach}>
          {t("common:ownJobs")} <span aria-hidden="true">→</span>
        </Link>
      </Group>
    </Stack>
  );
}

function Hint({ job }: { job: ShownJob }) {
  const t = useT();
  const href = useHref();
  const { state, shownState, followUpJobId } = job;
  if (followUpJobId) {
    return (
      <p>
        <Link to={href(jobPath(followUpJobId, job))}>{t("jobs:hint.finishedBy")}</Link>
      </p>
    );
  }
  if (shownState === "stopping") return <p>{t("jobs:hint.stopping")}</p>;
  // All other values of `shownState` are systems that the job waits for.
  if (shownState !== state) return <p>{t("jobs:hint.backingOff")}</p>;
  return state === "finished" ? null : <p>{t(`jobs:hint.${state}`)}</p>;
}
