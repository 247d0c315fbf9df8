import { Lease } from "~/.server/store/lease";
import type { HistoryEntry } from "~/domain/history-entry";

/** A person's write that began longer ago than this, in ms, has ended: its process died. */
const MAX_WRITE_MS = 60_000;
/** Jobs that one page asks about, newest first. */
const MAX_JOBS = 20;

/** The name of the lease that the process working on a job holds. */
export const leaseOf = (jobId: string) => `job:${jobId}`;

/** Which of the newest entries' jobs a process is working on now. @throws StoreUnavailable */
export async function activeJobs(entries: readonly Pick<HistoryEntry, "jobId">[]): Promise<Set<string>> {
  const jobs = [...new Set(entries.flatMap(({ jobId }) => jobId ?? []))].slice(0, MAX_JOBS);
  const held = await Promise.all(jobs.map((id) => Lease.isHeld(leaseOf(id))));
  return new Set(jobs.filter((_id, at) => held[at]));
}

/**
 * Tells a write that is being sent (`inFlight`) from one whose outcome nobody knows, which the store can't: both have no
 * response. A job's write is sent while a process works on the job.
 */
export function tellInFlight<Entry extends HistoryEntry>(
  entry: Entry,
  active: ReadonlySet<string>,
  now = Date.now(),
): Entry {
  const isOpen = entry.outcome === "unknown" && !entry.answerLost;
  const isSending = entry.jobId === undefined ? entry.at > now - MAX_WRITE_MS : active.has(entry.jobId);
  return isOpen && isSending ? { ...entry, outcome: "inFlight" } : entry;
}
