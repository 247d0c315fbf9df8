import { env } from "../env";
import { log } from "../log";
import { JobRun } from "./job-run";
import { findJob, progressOf, putStanding, rest, standingOf } from "./job-store";
import { kindOf } from "./kinds";
import type { Lease } from "./lease";

/** How long a job waits for a backend that isn't there, in seconds: doubled each time, up to the longest. */
const FIRST_REST = 5;
const LONGEST_REST = 60;

/** What the holder of a job's lease needs left of it to begin an item, in ms: longer than an item takes. */
const itemMs = () => 2 * env().BACKEND_TIMEOUT_MS + 5_000;
/** The length of a job's lease, in ms: how long a dead process's job waits for the next one. */
export const leaseMs = () => itemMs() + env().BACKEND_TIMEOUT_MS + 5_000;

/**
 * Works on a job until it is done, its owner's session is over, the backend is away, it is told to stop, the server
 * drains or the lease is lost. What is written down of it is never done again.
 * @throws StoreUnavailable
 */
export async function runJob(id: string, lease: Lease): Promise<void> {
  const [job, standing, progress] = await Promise.all([findJob(id), standingOf(id), progressOf(id)]);
  const kind = job && kindOf(job.kind);
  if (!job || !kind || standing?.state !== "running") return;
  const { session } = standing;
  const mayGoOn = () => lease.left > itemMs();
  const ending = await new JobRun({ job, kind, session, progress, mayGoOn }).run();
  log().info({ jobId: id, kind: job.kind, ending, total: job.total, ...progress.counts }, "worked on a job");
  switch (ending) {
    case "complete":
      return putStanding(id, { state: "finished", session, endedAt: Date.now() });
    case "stopped":
      return putStanding(id, { state: "stopped", session, endedAt: Date.now() });
    case "signedOut":
      return putStanding(id, { state: "paused", session });
    case "unavailable":
      return rest(id, Math.min(FIRST_REST * 2 ** (progress.rests - 1), LONGEST_REST));
    case "interrupted":
      return; // Whoever takes the lease next goes on.
  }
}
