import { Group } from "@mantine/core";
import { Link, useLocation } from "@remix-run/react";
import { sellerPath, withParams } from "~/domain/paths";
import { formatNumber } from "~/i18n/format";
import { useHref, useLocale, useT } from "~/i18n/hooks";
import { Badge, Dot } from "~/ui/badge";
import { DataTable } from "~/ui/data/data-table";
import { NumberedPager } from "~/ui/data/pager";
import { Statement } from "~/ui/statement";
import theme from "~/ui/theme/components.module.css";
import { hasProblems, type ItemResult, type JobPageParams } from "./job";
import type { JobContent } from "./job-page.server";
import classes from "./job-results.module.css";

export type ShownJob = JobContent & JobPageParams;

const sectionClass = `${classes.table} ${classes.results}`;

export function JobResults({ job }: { job: ShownJob }) {
  const t = useT();
  const { pathname } = useLocation();
  const { onlyProblems, isOver, counts, total, rows, page, pages, from, isRefreshOff } = job;
  const allPath = withParams(pathname, { from, refresh: isRefreshOff ? "off" : "" });
  const problemsPath = withParams(allPath, { only: "problems" });
  // By the counts of the whole job, so that all its pages have the same columns.
  const hasReasons = counts.failed + counts.unknown + counts.skipped > 0 || rows.some(({ reason }) => reason !== "");
  const to = (number: number) => withParams(onlyProblems ? problemsPath : allPath, { page: String(number) });
  return (
    <section aria-labelledby="results" className={hasReasons ? `${sectionClass} ${classes.reasoned}` : sectionClass}>
      <Group justify="space-between" gap="0.25rem 0.5rem" mb="xs">
        <h2 id="results">{t("jobs:results")}</h2>
        {(!isOver || hasProblems(counts) || onlyProblems) && (
          <Group component="nav" gap="0.25rem" aria-label={t("jobs:results")} className={theme.items}>
            <Link to={allPath} aria-current={onlyProblems ? undefined : "page"} preventScrollReset>
              {t("common:all")}
              <Count count={total} />
            </Link>
            <Link to={problemsPath} aria-current={onlyProblems ? "page" : undefined} preventScrollReset>
              {t("jobs:problems")}
              <Count count={counts.failed + counts.unknown} />
            </Link>
          </Group>
        )}
      </Group>
      {rows.length === 0 ? (
        <div className={theme.card}>
          <Statement level={3} drawing="done" title={t("jobs:noProblems")} />
        </div>
      ) : (
        <ResultsTable job={job} hasReasons={hasReasons} />
      )}
      <NumberedPager label={t("common:pages")} page={page} pages={pages} to={to} />
    </section>
  );
}

function Count({ count }: { count: number }) {
  return <span className={classes.count}> {formatNumber(count, useLocale())}</span>;
}

function ResultsTable({ job: { rows, notRun }, hasReasons }: { job: ShownJob; hasReasons: boolean }) {
  const t = useT();
  const href = useHref();
  const openResult = notRun > 0 ? "notRun" : "waiting";
  const lineLabel = t("jobs:columns.line");
  const columns = [
    ...(rows[0]?.line === undefined ? [] : [lineLabel]),
    t("common:seller"),
    t("jobs:columns.outcome"),
    ...(hasReasons ? [t("jobs:columns.reason")] : []),
  ];
  return (
    <DataTable labelledBy="results" columns={columns}>
      {rows.map(({ number, line, name, sellerId, result, reason }) => (
        <tr key={number}>
          {line !== undefined && <td data-label={lineLabel}>{line}</td>}
          <th scope="row">
            <bdi translate="no">
              {sellerId === undefined ? name : <Link to={href(sellerPath(sellerId))}>{name}</Link>}
            </bdi>
          </th>
          <td>
            <Result result={result ?? openResult} />
          </td>
          {hasReasons && <td>{reason}</td>}
        </tr>
      ))}
    </DataTable>
  );
}

function Result({ result }: { result: ItemResult | "waiting" | "notRun" }) {
  const text = useT()(`jobs:result.${result}`);
  if (result === "done") return <Dot>{text}</Dot>;
  return <Badge color={result === "failed" || result === "unknown" ? "red" : "gray"}>{text}</Badge>;
}
