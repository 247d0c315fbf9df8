import "@mantine/core/styles/Progress.layer.css";
import { Group, Progress, Stack, Text } from "@mantine/core";
import { Link, useLocation, useSearchParams } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { formatDateTime, formatNumber } from "~/i18n/format";
import { useHref, useLocale, useT } from "~/i18n/hooks";
import { Button, LinkButton } from "~/ui";
import { Badge } from "~/ui/badge";
import { Counts } from "~/ui/data/counts";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import theme from "~/ui/theme/components.module.css";
import { usePolling } from "~/ui/use-polling";
import { jobPath, stateColor } from "./job";
import type { JobContent } from "./job-page.server";
import { JobResults, type ShownJob } from "./job-results";

const POLL_MS = 1_500;
/** For browsers without scripts. Each reload resets the focus, so leave time to reach a button. */
const REFRESH_SECONDS = 10;

const results = ["done", "skipped", "failed", "unknown"] as const;

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

export function JobDetails({ job }: { job: ShownJob }) {
  const t = useT();
  const href = useHref();
  const locale = useLocale();
  usePolling(!job.isOver, POLL_MS);
  const startTime = formatDateTime(job.createdAt);
  const endTime = job.endedAt === undefined ? "" : formatDateTime(job.endedAt);
  const color = stateColor(job);
  const shownCounts = [...results, "notRun" as const]
    .map((result) => ({ result, count: result === "notRun" ? job.notRun : job.counts[result] }))
    .filter(({ count }) => count > 0);
  // The page's title already says how many items were done.
  const hasOnlyDone = job.state === "finished" && job.counts.done === job.total;
  const isAsking = useSearchParams()[0].has("ask");
  return (
    <Stack gap="xl">
      <section className={hasOnlyDone && !isAsking ? undefined : theme.card}>
        <Stack gap="md">
          <Group justify="space-between" gap="sm">
            <Group gap="sm">
              {/* Not live, because the page's title announces the state. */}
              <span role="status" aria-live="off">
                <Badge color={color}>{t(`jobs:state.${job.shownState}`)}</Badge>
              </span>
              {job.state !== "finished" && (
                <Text fw={600}>{t("jobs:done", { ended: job.endedCount, total: job.total })}</Text>
              )}
              <Text c="dimmed">
                {endTime === startTime ? endTime : t("jobs:started", { when: startTime })}
                {endTime !== "" && endTime !== startTime && `, ${t("jobs:ended", { when: endTime })}`}
              </Text>
            </Group>
            {hasOnlyDone && <JobActions job={job} />}
          </Group>
          {job.state !== "finished" && (
            <Progress
              aria-label={t("jobs:progress")}
              value={Math.floor((100 * job.endedCount) / job.total)}
              color={`var(--mantine-color-${color}-light-color)`}
            />
          )}
          {!hasOnlyDone && (
            <Group justify="space-between" align="end" gap="1rem">
              <Counts
                items={shownCounts.map(({ result, count }) => ({
                  name: t(`jobs:result.${result}`),
                  count: formatNumber(count, locale),
                  kind: result === "failed" || result === "unknown" ? "bad" : undefined,
                }))}
              />
              <JobActions job={job} />
            </Group>
          )}
          {job.reason && <p>{t("sellers:detail.disabledWhy", { reason: job.reason })}</p>}
          <Hint job={job} />
          {job.origin && (
            <p>
              {t(`jobs:origin.${job.origin.why}`)}{" "}
              <Link to={href(jobPath(job.origin.jobId, job))}>{job.origin.title}</Link>
            </p>
          )}
        </Stack>
      </section>
      <JobResults job={job} />
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

function JobActions({ job }: { job: JobContent }) {
  const t = useT();
  const { pathname, search } = useLocation();
  if (!job.isOver) return <RunningJobActions job={job} />;
  const { done, added, failed, unknown } = job.counts;
  const retryCount = failed + unknown;
  const retry = unknown > 0 ? "retryProblems" : "retry";
  const finishCount = job.followUpJobId ? 0 : job.notRun;
  // Additions can't be undone, but their accounts can be disabled.
  const undoCount = done - added;
  if (retryCount + finishCount + undoCount + added === 0) return null;
  const params = new URLSearchParams(search);
  const askedIntent = params.get("ask");
  if (askedIntent === "undo" && undoCount > 0) return <JobQuestion job={job} intent="undo" count={undoCount} />;
  if (askedIntent === "disable" && added > 0) return <JobQuestion job={job} intent="disable" count={added} />;
  const ask = (intent: AskedIntent) => {
    params.set("ask", intent);
    return `${pathname}?${params}#${QUESTION_ID}`;
  };
  return (
    <Group gap="xs" className={theme.actions} data-screen-only>
      {retryCount > 0 && <JobAction job={job} intent="retry" text={t(`jobs:${retry}`, { count: retryCount })} isMain />}
      {finishCount > 0 && <JobAction job={job} intent="finish" text={t("jobs:finish", { count: finishCount })} />}
      {undoCount > 0 && <LinkButton to={ask("undo")}>{t("common:undo")}</LinkButton>}
      {added > 0 && <LinkButton to={ask("disable")}>{t("jobs:disable", { count: added })}</LinkButton>}
    </Group>
  );
}

const QUESTION_ID = "question";

type AskedIntent = "undo" | "disable";

const OPPOSITES = { enable: "disable", disable: "enable", other: "restore" } as const;

function JobQuestion({ job, intent, count }: { job: JobContent; intent: AskedIntent; count: number }) {
  const t = useT();
  const { pathname, search } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const rest = new URLSearchParams(search);
  rest.delete("ask");
  const question = intent === "disable" ? "disableAdded" : OPPOSITES[job.statusChange ?? "other"];
  return (
    <PostForm formKey={job.formKey} aria-labelledby={QUESTION_ID} style={{ flexBasis: "100%" }}>
      <h2 id={QUESTION_ID} ref={heading} tabIndex={-1}>
        {t(`jobs:ask.${question}.title`, { count })}
      </h2>
      <Text c="dimmed" mb="sm">
        {t(`jobs:ask.${question}.hint`, { count })}
      </Text>
      <Group gap="xs">
        <SubmitButton
          name="intent"
          value={intent}
          variant={question === "enable" || question === "restore" ? "filled" : "danger"}
          pending={t("common:starting")}
        >
          {t(`jobs:ask.${question}.confirm`, { count })}
        </SubmitButton>
        <LinkButton to={`${pathname}?${rest}`}>{t("common:cancel")}</LinkButton>
      </Group>
    </PostForm>
  );
}

function RunningJobActions({ job }: { job: JobContent }) {
  const t = useT();
  const { pathname, search } = useLocation();
  const isStopping = job.shownState === "stopping";
  // The system that a job waits for may be available again before its `Retry-After`.
  const canResume = job.shownState !== "running" && !isStopping;
  return (
    <Group gap="xs" className={theme.actions} data-screen-only>
      {canResume && <JobAction job={job} intent="resume" text={t("jobs:resume")} isMain />}
      <LinkButton to={pathname + search} reloadDocument data-scriptless-only>
        {t("common:refresh")}
      </LinkButton>
      {!isStopping && <JobAction job={job} intent="stop" text={t("jobs:stop")} />}
    </Group>
  );
}

type JobActionProps = {
  job: JobContent;
  intent: "resume" | "stop" | "retry" | "finish";
  text: string;
  isMain?: boolean;
};

function JobAction({ job: { formKey }, intent, text, isMain }: JobActionProps) {
  return (
    <PostForm formKey={formKey}>
      <Button type="submit" name="intent" value={intent} variant={isMain ? "filled" : "default"}>
        {text}
      </Button>
    </PostForm>
  );
}
