import { env } from "~/.server/env";
import { log } from "~/.server/log";
import { jobRuns, jobsRunning } from "~/.server/metrics";
import type { Lease } from "~/.server/store/lease";
import { ChunkRunner } from "./chunk-runner.server";
import { announceEnd } from "./job-news.server";
import { isKnown, kindOf } from "./job-registry.server";
import { backOff, endJob, jobStatusOf, pauseJob, progressOf } from "./job-state.server";
import { findJob } from "./job-store.server";

/** How long a job waits for a system that isn't there, in seconds: doubled each time, up to the longest. */
const MIN_BACK_OFF_SECONDS = 5;
const MAX_BACK_OFF_SECONDS = 60;
/** A `Retry-After` header may ask for longer, up to this: it may be wrong, and the owner may not be there to resume the job. */
const MAX_ASKED_SECONDS = 900;

const backOffSeconds = (rests: number) => Math.min(MIN_BACK_OFF_SECONDS * 2 ** (rests - 1), MAX_BACK_OFF_SECONDS);

/** What the holder of a job's lease needs left of it to begin an item, in ms: longer than an item takes. */
const itemMs = () => 2 * env().BACKEND_TIMEOUT_MS + 5_000;
/** The length of a job's lease, in ms: how long a dead process's job waits for the next one. */
export const leaseMs = () => itemMs() + env().BACKEND_TIMEOUT_MS + 5_000;

/**
 * Works on a job, a few items at once (`ChunkRunner`), until it is done, its owner's session or role is over, the backend or the provider is away, it is told to stop, the server
 * drains or the lease is lost. What is written down of it is never done again.
 * @param hasTurn whether it may go on with another chunk of items.
 * @throws StoreUnavailable
 */
export async function runJob(id: string, lease: Lease, hasTurn = () => true): Promise<void> {
  const [job, status, progress] = await Promise.all([findJob(id), jobStatusOf(id), progressOf(id)]);
  const kind = job && kindOf(job.kind);
  if (!job || !kind || !isKnown(job) || status?.state !== "running") return;
  const { session } = status;
  const holds = () => lease.left > 0;
  const mayGoOn = () => lease.left > itemMs();
  const labels = { kind: job.kind };
  jobsRunning.inc(labels);
  const work = { job, kind, session, progress, holds, mayGoOn, hasTurn };
  const runner = new ChunkRunner(work);
  const ending = await runner.run().finally(() => jobsRunning.dec(labels));
  jobRuns.inc({ ...labels, outcome: ending });
  log().info({ jobId: id, kind: job.kind, ending, total: job.total, ...progress.counts }, "worked on a job");
  switch (ending) {
    case "complete":
      // Before its page may say so, which then needs nobody to tell it again.
      await announceEnd(job);
      return endJob(id, "finished");
    case "stopped":
      return endJob(id, "stopped");
    case "signedOut":
    case "noRole":
      // Signed in again meanwhile, its owner gave it another session: whoever looks next goes on with that.
      return pauseJob(id, session);
    case "unavailable":
    case "signInUnavailable":
      return backOff(
        id,
        ending,
        Math.max(backOffSeconds(progress.rests), Math.min(runner.retryAfter, MAX_ASKED_SECONDS)),
      );
    case "interrupted":
      return; // Whoever takes the lease next goes on.
  }
}
