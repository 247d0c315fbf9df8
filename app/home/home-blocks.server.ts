import { requestScope } from "~/.server/http/request-scope";
import { log } from "~/.server/log";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { type VisibleHistory, visibleHistory } from "~/sellers/history/visible-history.server";
import { endedItems } from "~/sellers/jobs/job";
import { titleOf } from "~/sellers/jobs/job-registry.server";
import { isBackingOff, type Job, jobStatusOf, jobsOf, progressOf } from "~/sellers/jobs/job-store.server";
import type { AttentionItem } from "./attention";
import { latestOf } from "./latest-changes";
import { countSellers } from "./seller-counts.server";
import { unresolvedOf } from "./unresolved-writes";

/** What the dashboard looks through of the history. */
const REACH = { entries: 100, looked: 300, asked: 20, beyond: "own" } as const;
const JOBS_READ = 10;
/** For how long, in ms, an unfinished job or an unknown outcome is shown as needing attention. */
const ATTENTION_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * The blocks of the dashboard. Each is a promise of its own, and becomes null instead of failing, so that the others are
 * shown all the same.
 */
export function homeBlocks({ sellers, session, t }: FranchiseeContext) {
  const history = visibleHistory({ sellers, session }, {}, REACH);
  const since = Date.now() - ATTENTION_MS;
  const attention = async (): Promise<AttentionItem[]> => {
    const [{ entries }, jobs] = await Promise.all([history, jobsOf(session.sub, JOBS_READ)]);
    const recent = jobs.filter(({ createdAt }) => createdAt > since);
    const retried = new Set(recent.map(({ origin }) => (origin?.why === "retry" ? origin.jobId : undefined)));
    const open = await Promise.all(recent.filter(({ id }) => !retried.has(id)).map((job) => attentionOf(job, t)));
    return [...open.filter((item) => item !== undefined), ...unresolvedOf(entries, since)];
  };
  // Nothing may be shown, and nobody knows if there is something.
  const latest = ({ entries, unanswered }: VisibleHistory) =>
    unanswered && entries.length === 0 ? null : latestOf(entries, session.sub);
  return {
    counts: countSellers(sellers),
    latest: orNull(history.then(latest)),
    attention: orNull(attention()),
  };
}

/** What the dashboard says of a job; undefined for one that ended without failures. */
async function attentionOf(job: Job, t: FranchiseeContext["t"]): Promise<AttentionItem | undefined> {
  const { id, total } = job;
  const [status, { counts }, resting] = await Promise.all([jobStatusOf(id), progressOf(id), isBackingOff(id)]);
  const state = status?.state ?? "stopped";
  const failed = counts.failed + counts.unknown;
  const over = state === "finished" || state === "stopped";
  if (over && failed === 0) return undefined;
  const shown = resting && state === "running" ? "resting" : state;
  const stateText = t(`outcomes:state.${shown}`);
  return { kind: "job", id, title: titleOf(job, t), stateText, over, failed, ended: endedItems(counts), total };
}

async function orNull<T>(block: Promise<T>): Promise<T | null> {
  try {
    return await block;
  } catch (err) {
    log().error({ err, requestId: requestScope().id }, "a part of the dashboard is missing");
    return null;
  }
}
