import { setTimeout as pause } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { database } from "~/.server/db/database";
import { jobLease, Lease } from "~/.server/db/lease";
import { drainTimeLeft, isDraining } from "~/.server/http/drain";
import { runInNewScope } from "~/.server/http/request-scope";
import { yieldToEventLoop } from "~/.server/in-slices";
import { log } from "~/.server/log";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { loadSession } from "~/auth/session/session.server";
import type { SignedIn } from "~/auth/sign-in/finish-sign-in.server";
import type { ItemOf, KindName, ParamsOf } from "./job-kinds.server";
import { leaseMs, runJob } from "./job-runner.server";
import { type ReadyJob, readyJobs, setRunning } from "./job-state.server";
import { type NewJob, storeJob } from "./job-store.server";

const MAX_RUNNING = 4;
const MAX_RUNNING_PER_OWNER = 2;

type RunningJob = {
  owner: string;
  /** Another owner needs the slot, so the job ends after its current batch. */
  mustYield: boolean;
  end?: Promise<void>;
};

class JobQueue {
  readonly #running = new Map<string, RunningJob>();
  /** Ready jobs that this process hasn't tried to run yet, by owner. */
  #waiting = new Map<string, ReadyJob[]>();
  #mustQuery = false;
  /** `#startCount` at the start of each owner's latest job. */
  readonly #lastStartOf = new LRUCache<string, number>({ max: 10_000 });
  #startCount = 0;
  #timer: NodeJS.Timeout | undefined;
  #passes: Promise<void> = Promise.resolve();

  start(): void {
    this.#timer ??= setInterval(() => void this.wake(), 10_000).unref();
    void this.wake();
  }

  /** Waits for items in flight. Draining ends the runs, and another process resumes the jobs. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    // The last 500 ms are for closing the database.
    const ms = Math.max(0, drainTimeLeft() - 500);
    const ends = [...this.#running.values()].map(({ end }) => end);
    await Promise.race([Promise.allSettled(ends), pause(ms, undefined, { ref: false })]);
  }

  wake(): Promise<void> {
    this.#mustQuery = true;
    return this.#schedulePass();
  }

  /** Calls `#fillSlots` after its earlier calls: two at once would take the same slot. */
  #schedulePass(): Promise<void> {
    this.#passes = this.#passes
      // SQLite blocks the event loop, so let requests run between two calls.
      .then(() => yieldToEventLoop())
      .then(() => this.#fillSlots())
      .catch((err: unknown) => {
        log().warn({ err }, "jobs could not be started; the next try is in 10 s at the latest");
      });
    return this.#passes;
  }

  async #fillSlots(): Promise<void> {
    if (isDraining()) return;
    if (this.#mustQuery) {
      // Cleared before the query: a job that is stored during the query sets it again.
      this.#mustQuery = false;
      this.#waiting = byOwner(await readyJobs());
    }
    const runningOf = (owner: string) => this.#runningOf(owner);
    const lastStartOf = (owner: string) => this.#lastStartOf.get(owner) ?? 0;
    for (;;) {
      const owner = nextOwner([...this.#waiting.keys()], runningOf, lastStartOf);
      if (owner === undefined || isDraining()) return;
      if (this.#running.size >= MAX_RUNNING) {
        if (runningOf(owner) === 0) this.#askOneToYield();
        return;
      }
      const [job, ...later] = this.#waiting.get(owner) ?? [];
      if (later.length > 0) this.#waiting.set(owner, later);
      else this.#waiting.delete(owner);
      if (job && !this.#running.has(job.id)) await this.#run(job);
    }
  }

  #runningOf(owner: string): number {
    return [...this.#running.values()].filter((job) => job.owner === owner).length;
  }

  /** Asks the longest-running job of an owner with two jobs, or else the longest-running of all. */
  #askOneToYield(): void {
    const oldestFirst = [...this.#running.values()];
    const job = oldestFirst.find(({ owner }) => this.#runningOf(owner) > 1) ?? oldestFirst[0];
    if (job && !oldestFirst.some(({ mustYield }) => mustYield)) job.mustYield = true;
  }

  async #run(job: ReadyJob): Promise<void> {
    const lease = await Lease.take(jobLease(job.id), leaseMs());
    if (!lease) return;
    this.#startCount += 1;
    this.#lastStartOf.set(job.owner, this.#startCount);
    const running: RunningJob = { owner: job.owner, mustYield: false };
    this.#running.set(job.id, running);
    running.end = runInNewScope(() => this.#work(job, running, lease));
  }

  async #work(job: ReadyJob, running: RunningJob, lease: Lease): Promise<void> {
    try {
      await runJob(job.id, lease, () => !running.mustYield);
    } catch (err) {
      log().error({ err, jobId: job.id }, "a job was interrupted");
    } finally {
      await lease.release();
      this.#running.delete(job.id);
      void this.#schedulePass();
    }
  }
}

export const jobQueue = new JobQueue();

function byOwner(jobs: readonly ReadyJob[]): Map<string, ReadyJob[]> {
  const jobsOf = new Map<string, ReadyJob[]>();
  for (const job of jobs) {
    jobsOf.set(job.owner, [...(jobsOf.get(job.owner) ?? []), job]);
  }
  return jobsOf;
}

/** Picks the owner with the fewest running jobs; of several, the one whose last start is oldest. */
export function nextOwner(
  owners: readonly string[],
  runningOf: (owner: string) => number,
  lastStartOf: (owner: string) => number,
): string | undefined {
  const [next] = owners
    .filter((owner) => runningOf(owner) < MAX_RUNNING_PER_OWNER)
    .sort((a, b) => runningOf(a) - runningOf(b) || lastStartOf(a) - lastStartOf(b));
  return next;
}

type JobToStart<Name extends KindName> = {
  kind: Name;
  params: ParamsOf<Name>;
  /** Read one by one, because 100,000 items would take too much memory. */
  items: AsyncIterable<ItemOf<Name>> | Iterable<ItemOf<Name>>;
  origin?: NewJob["origin"];
};

export class NothingToDo extends Error {
  constructor() {
    super("A job needs at least one item");
    this.name = "NothingToDo";
  }
}

/** @throws NothingToDo, QuotaExceeded, DatabaseFull, DatabaseUnavailable */
export async function startJob<Name extends KindName>(
  { session, by }: Pick<FranchiseeContext, "session" | "by">,
  { items, ...job }: JobToStart<Name>,
): Promise<string> {
  const id = await storeJob({ ...job, owner: by, session: session.key }, items);
  if (!id) throw new NothingToDo();
  void jobQueue.wake();
  return id;
}

export async function resumeJob(id: string, session: string): Promise<void> {
  if (await setRunning(id, session)) void jobQueue.wake();
}

/** After a sign-in: its session resumes paused jobs and replaces ended sessions of running jobs. */
export async function resumeJobsOf({ sub, session }: SignedIn): Promise<void> {
  const db = await database();
  const resumption = db.updateTable("jobs").set({ state: "running", session }).where("sub", "=", sub);
  await resumption.where("state", "=", "paused").execute();
  const sessions = db.selectFrom("jobs").select("session").distinct().where("sub", "=", sub);
  for (const { session: earlier } of await sessions.where("state", "=", "running").execute()) {
    if (await loadSession(earlier)) continue;
    await resumption.where("state", "=", "running").where("session", "=", earlier).execute();
  }
  void jobQueue.wake();
}
