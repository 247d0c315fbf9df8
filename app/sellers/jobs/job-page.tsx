import { Badge, Button, Card } from "@mantine/core";
import { Form, Link, useLocation, useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { formatDateTime } from "~/i18n/format";
import { useHref } from "~/i18n/use-locale";
import { useT } from "~/i18n/use-t";
import { sellerPath } from "~/sellers/list-link";
import { LinkButton } from "~/ui";
import { EmptyState } from "~/ui/empty-state";
import { type ItemCounts, stateColor } from "./job";
import classes from "./job-page.module.css";
import type { JobContent } from "./job-page.server";

/** How often a running job's page asks how far it is, in ms. */
const REFRESH_MS = 1_500;

/** Without scripts the page refreshes itself by a header (the route's loader). */
function useFreshProgress(active: boolean): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!active || state !== "idle") return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") revalidate();
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, [active, state, revalidate]);
}

/** How far a job is, what can be done with it, and how each of its items ended. */
export function JobDetails({ job }: { job: JobContent }) {
  const t = useT();
  const href = useHref();
  const active = job.state === "running" || job.state === "paused";
  useFreshProgress(active);
  return (
    <>
      <Card className={classes.card}>
        <p className={classes.state}>
          <span role="status">
            <Badge color={stateColor[job.state]}>{job.stateText}</Badge>
          </span>
          <span>{t("jobs:done", { ended: job.ended, total: job.total })}</span>
        </p>
        <progress className={classes.bar} aria-label={t("jobs:progress")} max={job.total} value={job.ended} />
        {job.hint && <p className={classes.hint}>{job.hint}</p>}
        <Counts counts={job.counts} />
        {job.origin && (
          <p className={classes.hint}>
            <Link to={href(`/sellers/jobs/${job.origin.id}`)}>{job.origin.text}</Link>
          </p>
        )}
        <p className={classes.hint}>
          {t("jobs:started", { when: formatDateTime(job.createdAt) })}
          {job.endedAt !== undefined && `, ${t("jobs:ended", { when: formatDateTime(job.endedAt) })}`}
        </p>
        <Steering job={job} active={active} />
      </Card>
      <Results job={job} />
    </>
  );
}

const results = ["done", "skipped", "failed", "unknown"] as const;

function Counts({ counts }: { counts: ItemCounts }) {
  const t = useT();
  return (
    <dl className={classes.counts}>
      {results.map((result) => (
        <div key={result}>
          <dt>{t(`jobs:result.${result}`)}</dt>
          <dd>{t("jobs:count", { count: counts[result] })}</dd>
        </div>
      ))}
    </dl>
  );
}

function Steering({ job, active }: { job: JobContent; active: boolean }) {
  const t = useT();
  const { pathname, search } = useLocation();
  return (
    <>
      <div className={classes.steering}>
        {active && (
          <LinkButton to={pathname + search} reloadDocument>
            {t("jobs:refresh")}
          </LinkButton>
        )}
        {job.canResume && <Steer job={job} intent="resume" />}
        {job.canStop && <Steer job={job} intent="stop" />}
        {job.canRetry && <Steer job={job} intent="retry" />}
        {job.canUndo && <Steer job={job} intent="undo" />}
      </div>
      {job.canUndo && <p className={classes.hint}>{t("jobs:undoHint")}</p>}
    </>
  );
}

function Steer({ job: { formKey }, intent }: { job: JobContent; intent: "resume" | "stop" | "retry" | "undo" }) {
  const t = useT();
  return (
    <Form method="post">
      <input type="hidden" name="formKey" value={formKey} />
      <Button type="submit" name="intent" value={intent}>
        {t(`jobs:${intent}`)}
      </Button>
    </Form>
  );
}

function Results({ job }: { job: JobContent }) {
  const t = useT();
  const { pathname } = useLocation();
  const { onlyProblems, rows } = job;
  return (
    <section aria-labelledby="results">
      <div className={classes.resultsHead}>
        <h2 id="results">{t("jobs:results")}</h2>
        <nav aria-label={t("jobs:results")}>
          <Link to={pathname} aria-current={onlyProblems ? undefined : "page"} preventScrollReset>
            {t("jobs:all")}
          </Link>
          <Link to={`${pathname}?only=problems`} aria-current={onlyProblems ? "page" : undefined} preventScrollReset>
            {t("jobs:problems")}
          </Link>
        </nav>
      </div>
      {rows.length === 0 ? (
        <EmptyState kind="done" order={3} title={t("jobs:noProblems")} />
      ) : (
        <ResultsTable rows={rows} />
      )}
      <Pages job={job} />
    </section>
  );
}

function ResultsTable({ rows }: { rows: JobContent["rows"] }) {
  const t = useT();
  const href = useHref();
  const labels = { outcome: t("jobs:outcome"), reason: t("jobs:reason") };
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t(rows[0]?.line === undefined ? "jobs:number" : "jobs:line")}</th>
          <th scope="col">{t("jobs:seller")}</th>
          <th scope="col">{labels.outcome}</th>
          <th scope="col">{labels.reason}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ number, line, name, sellerId, result, text }) => (
          <tr key={number}>
            <td>{line ?? number}</td>
            <th scope="row">
              <bdi>{sellerId === undefined ? name : <Link to={href(sellerPath(sellerId))}>{name}</Link>}</bdi>
            </th>
            <td data-label={labels.outcome}>
              <span className={classes[result ?? "waiting"]}>{t(`jobs:result.${result ?? "waiting"}`)}</span>
            </td>
            <td data-label={labels.reason}>{text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Pages({ job: { page, pages, onlyProblems } }: { job: JobContent }) {
  const t = useT();
  const { pathname } = useLocation();
  if (pages <= 1) return null;
  const to = (number: number) => {
    const query = new URLSearchParams({ ...(onlyProblems ? { only: "problems" } : {}), page: String(number) });
    return `${pathname}?${query}`;
  };
  return (
    <nav aria-label={t("jobs:pages")} className={classes.pages}>
      {page > 1 && <Link to={to(page - 1)}>{t("jobs:previous")}</Link>}
      <span>{t("jobs:page", { page, pages })}</span>
      {page < pages && <Link to={to(page + 1)}>{t("jobs:next")}</Link>}
    </nav>
  );
}
