import { Badge } from "@mantine/core";
import { Link } from "@remix-run/react";
import { formatDateTime } from "~/i18n/format";
import { useHref } from "~/i18n/use-locale";
import { useT } from "~/i18n/use-t";
import type { HistoryEntry } from "~/sellers/history-entry";
import { sellerPath } from "~/sellers/list-link";
import classes from "./home.module.css";

const SHOWN = 8;

export type LatestChange = Pick<HistoryEntry, "id" | "at" | "action" | "outcome" | "sellerId" | "sellerName"> & {
  who?: string;
  /** Stands for several changes of one job. */
  ofMany: boolean;
  /** That job, for the person whose it is: nobody else may see it. */
  jobId?: string;
};

/**
 * The latest changes, a job's in a row as one: a job of thousands would leave room for nothing else.
 * @param entries newest first
 * @param me the subject of the person who looks
 */
export function latestOf(entries: readonly HistoryEntry[], me: string): LatestChange[] {
  const shown: LatestChange[] = [];
  let job: string | undefined;
  for (const { id, at, by, action, outcome, sellerId, sellerName, jobId } of entries) {
    const last = shown.at(-1);
    if (last && jobId !== undefined && jobId === job) {
      last.ofMany = true;
      continue;
    }
    if (shown.length === SHOWN) break;
    job = jobId;
    const own = by.sub === me ? jobId : undefined;
    shown.push({ id, at, action, outcome, sellerId, sellerName, who: by.name, ofMany: false, jobId: own });
  }
  return shown;
}

export function LatestChanges({ changes }: { changes: LatestChange[] }) {
  const t = useT();
  const href = useHref();
  if (changes.length === 0) return <p className={classes.quiet}>{t("home:latest.none")}</p>;
  return (
    <>
      <ol className={classes.changes}>
        {changes.map((change) => (
          <li key={change.id}>
            <Change change={change} />
          </li>
        ))}
      </ol>
      <p>
        <Link to={href("/history")}>{t("home:latest.all")}</Link>
      </p>
    </>
  );
}

const colors = { failed: "red", unknown: "yellow" } as const;

function Change({ change }: { change: LatestChange }) {
  const t = useT();
  const href = useHref();
  const { at, action, outcome, sellerId, ofMany, jobId } = change;
  const name = change.sellerName || t("history:unnamed");
  return (
    <>
      <p className={classes.what}>
        {sellerId ? <Link to={href(sellerPath(sellerId))}>{name}</Link> : <span>{name}</span>}
        {ofMany && <span>{t("home:latest.andOthers")}</span>}
        {outcome !== "done" && <Badge color={colors[outcome]}>{t(`history:outcome.${outcome}`)}</Badge>}
      </p>
      <p className={classes.facts}>
        <span>{t(`history:action.${action}`)}</span>
        <span>{change.who || t("history:someone")}</span>
        <time dateTime={new Date(at).toISOString()}>{formatDateTime(at)}</time>
        {jobId && <Link to={href(`/sellers/jobs/${jobId}`)}>{t("history:job")}</Link>}
      </p>
    </>
  );
}
