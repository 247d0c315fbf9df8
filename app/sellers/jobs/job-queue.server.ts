import { setTimeout as pause } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { Lease } from "~/.server/db/lease";
import { drainTimeLeft, isDraining } from "~/.server/http/drain";
import { inNewScope } from "~/.server/http/request-scope";
import { yieldToEventLoop } from "~/.server/in-slices";
import { log } from "~/.server/log";
import { jobLease } from "~/sellers/write/pending-write.server";
import { leaseMs, runJob } from "./job-runner.server";
import { type ReadyJob, readyJobs } from "./job-state.server";

const MAX_RUNNING = 4;
const MAX_RUNNING_PER_OWNER = 2;

type RunningJob = {
  owner: string;
  /** The job must release its slot after the current batch. */
  isToYield: boolean;
  end?: Promise<void>;
};

/** Runs unfinished jobs in this process: one lease per job, slots shared fairly among owners. */
class JobQueue {
  readonly #running = new Map<string, RunningJob>();
  /** By owner, what the last wake found in the database: each job is tried once until the next. */
  #waiting = new Map<string, ReadyJob[]>();
  #isLookDue = false;
  /**
   * The number of each owner's last job in this process; an evicted owner has waited the longest.
   */
  readonly #lastJobOf = new LRUCache<string, number>({ max: 10_000 });
  #jobCount = 0;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();

  start(): void {
    this.#timer ??= setInterval(() => void this.wake(), 10_000).unref();
    void this.wake();
  }

  /** Waits for the items in flight while the server drains; another process resumes the jobs. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    const ms = Math.max(0, drainTimeLeft() - 500);
    const ends = [...this.#running.values()].map(({ end }) => end);
    await Promise.race([Promise.allSettled(ends), pause(ms, undefined, { ref: false })]);
  }

  wake(): Promise<void> {
    this.#isLookDue = true;
    return this.#look();
  }

  /**
   * Looks run one after another, so that two never take the same slot, and let requests in between:
   * SQLite answers without a pause.
   */
  #look(): Promise<void> {
    this.#looking = this.#looking
      .then(() => yieldToEventLoop())
      .then(() => this.#fillSlots())
      .catch((err: unknown) => {
        log().warn({ err }, "the jobs can't be looked after");
      });
    return this.#looking;
  }

  async #fillSlots(): Promise<void> {
    if (isDraining()) return;
    if (this.#isLookDue) {
      this.#waiting = byOwner(await readyJobs());
      this.#isLookDue = false;
    }
    const countOf = (owner: string) => this.#countOf(owner);
    const lastJobOf = (owner: string) => this.#lastJobOf.get(owner) ?? 0;
    for (;;) {
      const owner = nextOwner([...this.#waiting.keys()], countOf, lastJobOf);
      if (owner === undefined || isDraining()) return;
      if (this.#running.size >= MAX_RUNNING) return countOf(owner) === 0 ? this.#freeOneSlot() : undefined;
      const [job, ...later] = this.#waiting.get(owner) ?? [];
      if (later.length > 0) this.#waiting.set(owner, later);
      else this.#waiting.delete(owner);
      if (job && !this.#running.has(job.id)) await this.#run(job);
    }
  }

  #countOf(owner: string): number {
    return [...this.#running.values()].filter((job) => job.owner === owner).length;
  }

  /** Makes the longest-running job yield, preferably of an owner with several. */
  #freeOneSlot(): void {
    const jobs = [...this.#running.values()];
    const longest = jobs.find(({ owner }) => this.#countOf(owner) > 1) ?? jobs[0];
    if (longest && !jobs.some(({ isToYield }) => isToYield)) longest.isToYield = true;
  }

  async #run(job: ReadyJob): Promise<void> {
    const lease = await Lease.take(jobLease(job.id), leaseMs());
    if (!lease) return;
    this.#jobCount += 1;
    this.#lastJobOf.set(job.owner, this.#jobCount);
    const running: RunningJob = { owner: job.owner, isToYield: false };
    this.#running.set(job.id, running);
    running.end = inNewScope(() => this.#work(job, running, lease));
  }

  async #work(job: ReadyJob, running: RunningJob, lease: Lease): Promise<void> {
    try {
      await runJob(job.id, lease, () => !running.isToYield);
    } catch (err) {
      log().error({ err, jobId: job.id }, "a job was interrupted");
    } finally {
      await lease.release();
      this.#running.delete(job.id);
      void this.#look();
    }
  }
}

export const jobQueue = new JobQueue();

function byOwner(jobs: readonly ReadyJob[]): Map<string, ReadyJob[]> {
  const found = new Map<string, ReadyJob[]>();
  for (const job of jobs) {
    const own = found.get(job.owner);
    if (own) own.push(job);
    else found.set(job.owner, [job]);
  }
  return found;
}

/** Of the owners with the fewest running jobs, the one who has waited the longest. */
export function nextOwner(
  owners: readonly string[],
  countOf: (owner: string) => number,
  lastJobOf: (owner: string) => number,
): string | undefined {
  const [next] = owners
    .filter((owner) => countOf(owner) < MAX_RUNNING_PER_OWNER)
    .sort((a, b) => countOf(a) - countOf(b) || lastJobOf(a) - lastJobOf(b));
  return next;
}
