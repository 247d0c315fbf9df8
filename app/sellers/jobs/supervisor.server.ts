import { setTimeout as pause } from "node:timers/promises";
import { drainTimeLeft, isDraining } from "~/.server/http/drain";
import { inNewScope } from "~/.server/http/edge";
import { log } from "~/.server/log";
import { Lease } from "~/.server/store/lease";
import { leaseMs, runJob } from "./job-runner.server";
import { isBackingOff, jobStatusOf, recentJobs } from "./job-store.server";

/** How often it looks for jobs that nobody works on, in ms. */
const LOOK_EVERY_MS = 10_000;
/** Jobs that one process works on at once. */
const MAX_JOBS = 4;
/** What closing the store takes after the last job, in ms. */
const CLOSING_MS = 500;

/** Jobs of this process, until they are let go of. */
const running = new Map<string, Promise<void>>();
/** Ended for good: never looked at again. */
const ended = new Set<string>();
let timer: NodeJS.Timeout | undefined;

/** From now on this process takes part in the work: on new jobs, and on those whose process died. */
export function startSupervisor(): void {
  timer ??= setInterval(() => void superviseJobs(), LOOK_EVERY_MS).unref();
  void superviseJobs();
}

/** Waits for the items in flight, as long as a draining server may; what is left goes to the next process. */
export async function stopSupervisor(): Promise<void> {
  clearInterval(timer);
  const ms = Math.max(0, drainTimeLeft() - CLOSING_MS);
  await Promise.race([Promise.allSettled(running.values()), pause(ms, undefined, { ref: false })]);
}

/** Looks for work now instead of at the next turn. Never rejects. */
export async function superviseJobs(): Promise<void> {
  try {
    const recent = await recentJobs();
    const listed = new Set(recent);
    for (const id of ended) if (!listed.has(id)) ended.delete(id);
    for (const id of recent) {
      if (running.size >= MAX_JOBS || isDraining()) return;
      if (!ended.has(id) && !running.has(id)) await takeUp(id);
    }
  } catch (err) {
    log().warn({ err }, "the jobs can't be looked after");
  }
}

async function takeUp(id: string): Promise<void> {
  const status = await jobStatusOf(id);
  if (!status || status.state === "finished" || status.state === "stopped") ended.add(id);
  if (status?.state !== "running" || (await isBackingOff(id))) return;
  const lease = await Lease.take(`job:${id}`, leaseMs());
  if (!lease || running.has(id)) return lease?.release();
  running.set(
    id,
    inNewScope(() => work(id, lease)),
  );
}

async function work(id: string, lease: Lease): Promise<void> {
  try {
    await runJob(id, lease);
  } catch (err) {
    log().error({ err, jobId: id }, "a job was interrupted");
  } finally {
    await lease.release();
    running.delete(id);
  }
}
