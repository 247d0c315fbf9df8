import { setTimeout as pause } from "node:timers/promises";
import type { Lease } from "~/.server/db/lease";
import { env } from "~/.server/env";
import { isDraining } from "~/.server/http/drain";
import { log } from "~/.server/log";
import { jobItems, jobRuns, jobsRunning } from "~/.server/metrics";
import { StoreUnavailable } from "~/.server/store/open-store";
import { OwnerRole } from "~/auth/owner-role.server";
import { accessTokens } from "~/auth/session/access-tokens.server";
import { loadSession } from "~/auth/session/session.server";
import type { Writer } from "~/sellers/write/write-seller.server";
import { type ItemOutcome, isProblem } from "./job";
import { type AnyKind, describeStored, type Halt, runItem } from "./job-item.server";
import { runnableKind } from "./job-kinds.server";
import { announceEnd } from "./job-news.server";
import {
  backOff,
  endJob,
  isToStop,
  type JobProgress,
  jobStatusOf,
  pauseJob,
  progressOf,
  putProgress,
} from "./job-state.server";
import {
  boundedOutcome,
  CHUNK_ITEMS,
  changeIdOf,
  findJob,
  itemsOf,
  type Job,
  outcomesOf,
  putOutcomes,
} from "./job-store.server";

const CONCURRENCY = 4;
/** In ms. If the process dies, items without a stored outcome are retried. */
const SAVE_MS = 250;
const SESSION_CHECK_MS = 5_000;
/** After so many consecutive backoffs items fail as unreachable, so that every job ends. */
const MAX_BACK_OFFS = 30;

const UNREACHABLE = { unavailable: "unreachable", signInUnavailable: "signInUnreachable" } as const;

/** The backoff doubles each time. A wrong `Retry-After` counts up to its own maximum. */
const MIN_BACK_OFF_SECONDS = 5;
const MAX_BACK_OFF_SECONDS = 60;
const MAX_RETRY_AFTER_SECONDS = 900;

/** An item begins only if the lease lasts for this long, in ms: longer than an item takes. */
const itemMs = () => 2 * env().BACKEND_TIMEOUT_MS + 5_000;
/** The length of a job's lease, in ms: another process resumes a dead process's job after this. */
export const leaseMs = () => itemMs() + env().BACKEND_TIMEOUT_MS + 5_000;

type Ending = "complete" | "stopped" | "noRole" | "directoryUnavailable" | Halt["halt"];

/** @param mayGoOn whether another chunk may begin */
export async function runJob(id: string, lease: Lease, mayGoOn = () => true): Promise<void> {
  const [job, status, progress] = await Promise.all([findJob(id), jobStatusOf(id), progressOf(id)]);
  const kind = job && runnableKind(job);
  if (!kind || status?.state !== "running") return;
  const { session } = status;
  const labels = { kind: job.kind };
  jobsRunning.inc(labels);
  const runner = new JobRunner({ job, kind, session, progress, lease });
  const ending = await runner.run(mayGoOn).finally(() => jobsRunning.dec(labels));
  jobRuns.inc({ ...labels, outcome: ending });
  log().info({ jobId: id, kind: job.kind, ending, total: job.total, ...progress.counts }, "worked on a job");
  switch (ending) {
    case "complete":
      // The page of a finished job takes its news away, so the news must be there first.
      await announceEnd(job);
      return endJob(id, "finished");
    case "stopped":
      return endJob(id, "stopped");
    case "signedOut":
    case "noRole":
      return pauseJob(id, session);
    case "unavailable":
    case "signInUnavailable":
      return backOff(id, ending, backOffSeconds(progress.rests, runner.retryAfter));
    case "directoryUnavailable":
      return backOff(id, ending, MAX_BACK_OFF_SECONDS);
    case "interrupted":
      return; // The next holder of the lease goes on.
  }
}

function backOffSeconds(rests: number, retryAfter: number): number {
  const own = Math.min(MIN_BACK_OFF_SECONDS * 2 ** (rests - 1), MAX_BACK_OFF_SECONDS);
  return Math.max(own, Math.min(retryAfter, MAX_RETRY_AFTER_SECONDS));
}

type RunOptions = { job: Job; kind: AnyKind; session: string; progress: JobProgress; lease: Lease };

type Chunk = {
  number: number;
  items: unknown[];
  outcomes: (ItemOutcome | null)[];
  isRetry: boolean;
  hasUnsaved: boolean;
};

/** One process's run of a job: chunk after chunk, a few items at once. */
class JobRunner {
  readonly #job: Job;
  readonly #kind: AnyKind;
  readonly #session: string;
  readonly #progress: JobProgress;
  readonly #lease: Lease;
  #ending: Exclude<Ending, "complete"> | undefined;
  #sessionCheckedAt = performance.now();
  retryAfter = 0;

  constructor({ job, kind, session, progress, lease }: RunOptions) {
    this.#job = job;
    this.#kind = kind;
    this.#session = session;
    this.#progress = progress;
    this.#lease = lease;
  }

  async run(mayGoOn: () => boolean): Promise<Ending> {
    const session = await loadSession(this.#session);
    if (!session) return "signedOut";
    if (await isToStop(this.#job.id)) return "stopped";
    const tokens = accessTokens(session);
    // A write that outlasts the lease could be made twice: by this process, and by the next holder.
    const maySend = () => this.#lease.left > env().BACKEND_TIMEOUT_MS;
    const writer = { tokens, by: this.#job.owner, maySend };
    const role = new OwnerRole(session, tokens);
    const chunks = Math.ceil(this.#job.total / CHUNK_ITEMS);
    for (let first = true; this.#progress.chunk < chunks && this.#canBeginItem(); first = false) {
      if (!first && !mayGoOn()) break;
      await this.#runChunk(writer, role);
    }
    // Without the lease the job is another process's, which decides how it ends.
    if (!this.#hasLease()) return "interrupted";
    return this.#progress.chunk >= chunks ? "complete" : (this.#ending ?? "interrupted");
  }

  #hasLease(): boolean {
    return this.#lease.left > 0;
  }

  #canBeginItem(): boolean {
    return this.#ending === undefined && !isDraining() && this.#lease.left > itemMs();
  }

  async #runChunk(writer: Writer, role: OwnerRole): Promise<void> {
    const chunk = await this.#openChunk(this.#progress.chunk);
    const pending = chunk.outcomes.flatMap((outcome, at) => (outcome ? [] : [at]));
    const work = async () => {
      while (pending.length > 0 && this.#canBeginItem()) {
        const obstacle = await this.#roleObstacle(role);
        if (obstacle) this.#ending ??= obstacle;
        else if (this.#canBeginItem() && pending.length > 0) {
          await this.#runNext(chunk, pending.shift() as number, writer);
        }
      }
    };
    const done = new AbortController();
    const working = Promise.all(Array.from({ length: CONCURRENCY }, work)).finally(() => done.abort());
    const ends = await Promise.allSettled([this.#watch(chunk, done.signal), working]);
    for (const end of ends) if (end.status === "rejected") throw end.reason;
    if (!(await this.#save(chunk)) || chunk.outcomes.includes(null)) return;
    Object.assign(this.#progress, { chunk: chunk.number + 1, before: this.#progress.counts });
    await this.#putProgress();
  }

  async #roleObstacle(role: OwnerRole): Promise<"noRole" | "directoryUnavailable" | "signedOut" | undefined> {
    const state = await role.state();
    if (state === "held") return undefined;
    if (state === "lost") return "noRole";
    // The end of the session takes the directory's last answer away, too.
    return (await loadSession(this.#session)) ? "directoryUnavailable" : "signedOut";
  }

  async #openChunk(number: number): Promise<Chunk> {
    const [items, stored] = await Promise.all([itemsOf(this.#job, number), outcomesOf(this.#job.id, number)]);
    const outcomes = stored ?? items.map(() => null);
    if (!stored) await putOutcomes(this.#job, number, outcomes);
    return { number, items, outcomes, isRetry: stored !== undefined, hasUnsaved: false };
  }

  async #runNext(chunk: Chunk, at: number, writer: Writer): Promise<void> {
    const { id: jobId, params } = this.#job;
    const changeId = changeIdOf(jobId, chunk.number * CHUNK_ITEMS + at);
    const note = { jobId, changeId, isRetry: chunk.isRetry, resends: true };
    const end = await runItem(this.#kind, chunk.items[at], { writer, note, params });
    if (!("halt" in end)) {
      this.#progress.rests = 0;
      return this.#setOutcome(chunk, at, end);
    }
    const { halt, retryAfter = 0 } = end;
    const isUnavailable = halt === "unavailable" || halt === "signInUnavailable";
    if (isUnavailable && this.#progress.rests >= MAX_BACK_OFFS) {
      const reason = UNREACHABLE[halt];
      return this.#setOutcome(chunk, at, { ...describeStored(this.#kind, chunk.items[at]), result: "failed", reason });
    }
    if (isUnavailable && this.#ending === undefined) this.#progress.rests += 1;
    this.retryAfter = Math.max(this.retryAfter, retryAfter);
    this.#ending ??= halt;
  }

  #setOutcome(chunk: Chunk, at: number, outcome: ItemOutcome): void {
    chunk.outcomes[at] = boundedOutcome(outcome);
    chunk.hasUnsaved = true;
    jobItems.inc({ kind: this.#job.kind, result: outcome.result });
  }

  /** While items run, stores their outcomes and checks whether the job may go on. */
  async #watch(chunk: Chunk, done: AbortSignal): Promise<void> {
    while (!done.aborted) {
      await pause(SAVE_MS, undefined, { signal: done }).catch(() => undefined);
      if (done.aborted) return;
      try {
        if (chunk.hasUnsaved) await this.#save(chunk);
        if (await isToStop(this.#job.id)) this.#ending ??= "stopped";
        if (performance.now() - this.#sessionCheckedAt < SESSION_CHECK_MS) continue;
        this.#sessionCheckedAt = performance.now();
        if (!(await loadSession(this.#session))) this.#ending ??= "signedOut";
      } catch (error) {
        this.#ending ??= "interrupted";
        if (!(error instanceof StoreUnavailable)) throw error;
      }
    }
  }

  /** Stores nothing and returns false without the lease: the next holder's outcomes stay. */
  async #save(chunk: Chunk): Promise<boolean> {
    if (!this.#hasLease()) return false;
    chunk.hasUnsaved = false;
    const counts = { ...this.#progress.before };
    for (const outcome of chunk.outcomes) {
      if (outcome) counts[outcome.result] += 1;
      if (outcome?.result === "done" && outcome.added) counts.added += 1;
    }
    const { problems } = this.#progress;
    const hasProblem = chunk.outcomes.some((outcome) => outcome && isProblem(outcome));
    if (hasProblem && !problems.includes(chunk.number)) problems.push(chunk.number);
    this.#progress.counts = counts;
    await putOutcomes(this.#job, chunk.number, chunk.outcomes);
    return this.#putProgress();
  }

  async #putProgress(): Promise<boolean> {
    // The process may have been paused since the outcomes were stored, and its job finished
    // elsewhere.
    if (!this.#hasLease()) return false;
    await putProgress(this.#job.id, this.#progress);
    return true;
  }
}
