import type { Translate } from "~/i18n/catalogues";
import { endedItems, type ItemCounts, isOver, type JobState } from "./job";
import { jobStatusOf, progressOf, waitsFor } from "./job-state.server";
import type { Job } from "./job-store.server";

/** A job's state as it is told of: one that backs off until a system is back isn't being worked on. */
type ShownState = JobState | "backingOff" | "backingOffSignIn";

/** Where a job stands, for every page that tells of it. @throws StoreUnavailable */
export async function jobSummary({ id, total }: Pick<Job, "id" | "total">) {
  const [status, progress, away] = await Promise.all([jobStatusOf(id), progressOf(id), waitsFor(id)]);
  const { counts } = progress;
  const state: JobState = status?.state ?? "stopped";
  const backingOff = away === "signInUnavailable" ? "backingOffSignIn" : "backingOff";
  const shown: ShownState = away && state === "running" ? backingOff : state;
  return {
    state,
    shown,
    /** It won't go on by itself. */
    over: isOver(state),
    /** Milliseconds since the epoch. */
    endedAt: status?.endedAt,
    progress,
    counts,
    ended: endedItems(counts),
    total,
    /** Items that failed, or of which nobody knows: both can be tried again. */
    problems: counts.failed + counts.unknown,
  };
}

/** What of a job is to be checked, in words; empty where there is nothing. */
export function problemsInWords(t: Translate, counts: ItemCounts): string {
  const results = (["failed", "unknown"] as const).filter((result) => counts[result] > 0);
  return results.map((result) => t(`outcomes:items.${result}`, { count: counts[result] })).join(", ");
}
