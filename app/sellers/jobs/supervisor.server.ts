import { setTimeout as pause } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { drainTimeLeft, isDraining } from "~/.server/http/drain";
import { inNewScope } from "~/.server/http/request-scope";
import { log } from "~/.server/log";
import { Lease } from "~/.server/store/lease";
import { leaseOf } from "~/sellers/write/in-flight.server";
import { isOver } from "./job";
import { leaseMs, runJob } from "./job-runner.server";
import { jobStatusOf, waitsFor } from "./job-state.server";
import { findJob, isJobStored } from "./job-store.server";
import { nextOwner } from "./next-owner.server";
import { formerlyListed, listUnfinished, type Unfinished, unfinishedJobs, unlist } from "./unfinished-jobs.server";

/** How often it looks for jobs that nobody works on, in ms: also how long a job has its turn while others wait. */
const LOOK_EVERY_MS = 10_000;
/** Jobs that one process works on at once, and those of one person among them. */
const MAX_JOBS = 4;
const MAX_JOBS_EACH = 2;
/** Owners whose last job is remembered; who is forgotten has waited the longest. */
const MAX_OWNERS = 10_000;
/** A job is stored within this time after it was listed, in ms, or whoever began it died; the store's clock may be another one. */
const STORED_WITHIN_MS = 10 * 60_000;
/** What closing the store takes after the last job, in ms. */
const CLOSING_MS = 500;

type Running = {
  owner: string;
  /** Its turn is over: it makes room after the items in hand. */
  yields: boolean;
  ending?: Promise<void>;
};

/** Jobs that this process works on, in the order in which it took them up. */
const running = new Map<string, Running>();
/** Unfinished jobs that this process released since the last `superviseJobs`: until the next one others go first. */
const letGo = new Set<string>();
/** The number of the job that each owner last had begun here. */
const lastBegun = new LRUCache<string, number>({ max: MAX_OWNERS });
let jobsBegun = 0;
/** Up to when the jobs of earlier releases have been read. */
let adoptedUntil = 0;
let timer: NodeJS.Timeout | undefined;
let looking: Promise<void> | undefined;

/** From now on this process takes part in the work: on new jobs, and on those whose process died. */
export function startSupervisor(): void {
  timer ??= setInterval(() => void superviseJobs(), LOOK_EVERY_MS).unref();
  void superviseJobs();
}

/** Waits for the items in flight, as long as a draining server may; what is left goes to the next process. */
export async function stopSupervisor(): Promise<void> {
  clearInterval(timer);
  const ms = Math.max(0, drainTimeLeft() - CLOSING_MS);
  const endings = [...running.values()].map(({ ending }) => ending);
  await Promise.race([Promise.allSettled(endings), pause(ms, undefined, { ref: false })]);
}

/** Looks for work now instead of at the next turn. Never rejects. */
export function superviseJobs(): Promise<void> {
  letGo.clear();
  return look();
}

/** One look after the other, so that none begins what another one just did. */
function look(): Promise<void> {
  const next = (looking ?? Promise.resolve()).then(lookOnce).catch((err: unknown) => {
    log().warn({ err }, "the jobs can't be looked after");
  });
  looking = next;
  return next;
}

async function lookOnce(): Promise<void> {
  if (isDraining()) return;
  await adoptFormer();
  const queues = new Map<string, Unfinished[]>();
  for (const job of await unfinishedJobs()) {
    if (!running.has(job.id) && !letGo.has(job.id)) queues.set(job.owner, [...(queues.get(job.owner) ?? []), job]);
  }
  for (;;) {
    const owner = nextOwner([...queues.keys()], { countOf, lastBegunOf, max: MAX_JOBS_EACH });
    if (owner === undefined || isDraining()) return;
    const queue = queues.get(owner) ?? [];
    const job = await firstRunnable(queue);
    if (!job) queues.delete(owner);
    else if (running.size < MAX_JOBS) await takeUp(job);
    else return countOf(owner) === 0 ? endOneTurn() : undefined;
  }
}

const countOf = (owner: string) => [...running.values()].filter((job) => job.owner === owner).length;
const lastBegunOf = (owner: string) => lastBegun.get(owner) ?? 0;

/** When all slots are taken and an owner waits who has none: ends the turn of the longest-running job, of owners with several first. */
function endOneTurn(): void {
  const jobs = [...running.values()];
  const crowded = jobs.find(({ owner }) => countOf(owner) > 1) ?? jobs[0];
  if (crowded && !jobs.some(({ yields }) => yields)) crowded.yields = true;
}

/** The first job in a queue that should be worked on and isn't; takes it and those before it out of the queue. */
async function firstRunnable(queue: Unfinished[]): Promise<Unfinished | undefined> {
  for (let job = queue.shift(); job; job = queue.shift()) {
    const status = await jobStatusOf(job.id);
    if (isOver(status?.state)) await unlist(job);
    else if (status?.state === "running" && !(await waitsFor(job.id)) && !(await Lease.isHeld(leaseOf(job.id)))) {
      if (!(await isAbandoned(job))) return job;
      await unlist(job);
    }
  }
  return undefined;
}

/** Whether it was listed by a process that died before it was there. */
async function isAbandoned({ id, listedAt }: Unfinished): Promise<boolean> {
  return Date.now() - listedAt > STORED_WITHIN_MS && !(await isJobStored(id));
}

async function takeUp(job: Unfinished): Promise<void> {
  const lease = await Lease.take(leaseOf(job.id), leaseMs());
  if (!lease) return;
  jobsBegun += 1;
  lastBegun.set(job.owner, jobsBegun);
  const begun: Running = { owner: job.owner, yields: false };
  running.set(job.id, begun);
  begun.ending = inNewScope(() => work(job, begun, lease));
}

async function work(job: Unfinished, begun: Running, lease: Lease): Promise<void> {
  try {
    await runJob(job.id, lease, () => !begun.yields);
    if (isOver((await jobStatusOf(job.id))?.state)) await unlist(job);
    else letGo.add(job.id);
  } catch (err) {
    letGo.add(job.id);
    log().error({ err, jobId: job.id }, "a job was interrupted");
  } finally {
    await lease.release();
    running.delete(job.id);
    void look();
  }
}

/** Lists the unfinished jobs of an earlier release, which kept one index of all jobs. Needed for as long as its jobs live. */
async function adoptFormer(): Promise<void> {
  const { ids, until } = await formerlyListed(adoptedUntil);
  if (ids.length > 0) {
    const known = new Set((await unfinishedJobs()).map(({ id }) => id));
    for (const id of ids) {
      if (known.has(id) || isOver((await jobStatusOf(id))?.state)) continue;
      const job = await findJob(id);
      if (job) await listUnfinished(job);
    }
  }
  adoptedUntil = until;
}
