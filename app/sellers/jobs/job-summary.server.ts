import { endedItems, isOver, type JobState } from "./job";
import { isBackingOff, type Job, jobStatusOf, progressOf } from "./job-store.server";

/** A job's state as it is told of: one that backs off until the backend is back isn't being worked on. */
type ShownState = JobState | "backingOff";

/** Where a job stands, for every page that tells of it. @throws StoreUnavailable */
export async function jobSummary({ id, total }: Pick<Job, "id" | "total">) {
  const [status, progress, backingOff] = await Promise.all([jobStatusOf(id), progressOf(id), isBackingOff(id)]);
  const { counts } = progress;
  const state: JobState = status?.state ?? "stopped";
  const shown: ShownState = backingOff && state === "running" ? "backingOff" : state;
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
    /** Items that failed, or may have. */
    problems: counts.failed + counts.unknown,
  };
}
