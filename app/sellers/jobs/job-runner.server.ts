import { setTimeout as pause } from "node:timers/promises";
import { DatabaseUnavailable, type Tx } from "~/.server/db/database";
import type { Lease } from "~/.server/db/lease";
import { addNews } from "~/.server/db/news";
import { env } from "~/.server/env";
import { isDraining } from "~/.server/http/drain";
import { log } from "~/.server/log";
import { jobItems, jobRuns, jobsRunning } from "~/.server/metrics";
import { type CheckRole, createRoleCheck, type RoleProblem } from "~/auth/role-check.server";
import { accessTokens } from "~/auth/session/access-tokens.server";
import { loadSession } from "~/auth/session/session.server";
import type { Writer } from "~/sellers/write/write-seller.server";
import {
  allItems,
  beginItems,
  changeIdOf,
  countItems,
  hasOpenItems,
  type JobItem,
  putOutcomes,
} from "./item-store.server";
import { type AnyKind, describeStored } from "./item-task.server";
import type { ItemOutcome } from "./job";
import { type Halt, runItem, type UnavailableHalt } from "./job-item.server";
import { runnableKind } from "./job-kinds.server";
import { type Backoff, backOff, endJob, mustStop, pauseJob } from "./job-state.server";
import { findJob, JOB_LIFE_MS, type Job, MAX_WAIT_MS } from "./job-store.server";
import { settleItems } from "./settle-items.server";

const BATCH_ITEMS = 100;
const ITEMS_AT_ONCE = 4;

/** How often a running job stores its outcomes and checks for a stop, in ms. */
const WATCH_MS = 250;
const SESSION_CHECK_MS = 5_000;

/**
 * Backoffs in a row; they take about half an hour. After them an item that gets a 503 fails.
 * Backoffs for the directory aren't counted.
 */
const MAX_BACKOFFS = 30;

const REASON_OF_GIVING_UP = { unavailable: "unreachable", signInUnavailable: "signInUnreachable" } as const;

const MIN_BACKOFF_SECONDS = 5;
const MAX_BACKOFF_SECONDS = 60;

/** Upper limit of an item's duration, in ms. No item begins if the job's lease ends sooner. */
const itemMs = () => 2 * env().BACKEND_TIMEOUT_MS + 5_000;
/** If a process dies, another process resumes its job after this time, in ms. */
export const leaseMs = () => itemMs() + env().BACKEND_TIMEOUT_MS + 5_000;

/**
 * How a run ends. "interrupted" leaves the job "running", so that the next process that takes its
 * lease continues it: this process is draining, the lease ends, another owner needs the slot, or
 * the database is unavailable. For other endings `storeEnding` stores the job's new state.
 */
type Ending = "complete" | "stopped" | RoleProblem | Halt["halt"];

export async function runJob(id: string, lease: Lease, mayBeginBatch = () => true): Promise<void> {
  const job = await findJob(id);
  const kind = job && runnableKind(job);
  if (!kind || job.state !== "running") return;
  const labels = { kind: job.kind };
  jobsRunning.inc(labels);
  const runner = new JobRunner(job, kind, lease);
  const ending = await runner.run(mayBeginBatch).finally(() => jobsRunning.dec(labels));
  jobRuns.inc({ ...labels, outcome: ending });
  log().info({ jobId: id, kind: job.kind, ending, total: job.total, ...(await countItems(job)) }, "worked on a job");
  if (ending === "interrupted") return;
  // A job that must stop has no later run. So its items that were begun but got no outcome (a 503,
  // for example) are settled now, even if this run ended for another reason than „Zatrzymaj”.
  if (await mustStop(id)) await settleItems(id, allItems(id, "begun"));
  await lease.write((tx) => storeEnding(tx, job, ending, runner.nextBackoff));
}

async function storeEnding(
  tx: Tx,
  { id, owner, session }: Job,
  ending: Exclude<Ending, "interrupted">,
  backoff: Backoff,
): Promise<void> {
  switch (ending) {
    case "complete":
      if (await endJob(tx, id, "finished")) await addNews(tx, owner.sub, { jobId: id }, JOB_LIFE_MS);
      return;
    case "stopped":
      await endJob(tx, id, "stopped");
      return;
    case "signedOut":
    case "noRole":
      return pauseJob(tx, id, session);
    case "unavailable":
    case "signInUnavailable":
      return backOff(tx, id, ending, backoff);
    case "directoryUnavailable":
      return backOff(tx, id, ending, { ...backoff, seconds: MAX_BACKOFF_SECONDS });
  }
}

/**
 * One run of a job: marks up to 100 items as begun, writes them four at a time, and repeats this
 * until `#ending` is set or no item is open. An item that gets a 503 has no outcome and stays
 * begun: the next run writes it again.
 */
class JobRunner {
  readonly #job: Job;
  readonly #kind: AnyKind;
  readonly #lease: Lease;
  readonly #unsaved = new Map<number, ItemOutcome>();
  #backoffCount: number;
  /** The longest `Retry-After` of this run, in seconds. */
  #retryAfter = 0;
  #ending: Exclude<Ending, "complete"> | undefined;
  #sessionCheckedAt = performance.now();

  constructor(job: Job, kind: AnyKind, lease: Lease) {
    this.#job = job;
    this.#kind = kind;
    this.#lease = lease;
    this.#backoffCount = job.backoffCount;
  }

  get nextBackoff(): Backoff {
    // `max`: an item that succeeds after another item's 503 resets the count to 0.
    const doublings = Math.max(0, this.#backoffCount - 1);
    const ownSeconds = Math.min(MIN_BACKOFF_SECONDS * 2 ** doublings, MAX_BACKOFF_SECONDS);
    const requestedSeconds = Math.min(this.#retryAfter, MAX_WAIT_MS / 1000);
    return { seconds: Math.max(ownSeconds, requestedSeconds), count: this.#backoffCount };
  }

  async run(mayBeginBatch: () => boolean): Promise<Ending> {
    const { id, owner: by } = this.#job;
    const session = await loadSession(this.#job.session);
    if (!session) return "signedOut";
    if (await mustStop(id)) return "stopped";
    const tokens = accessTokens(session);
    const checkRole = createRoleCheck(session, tokens);
    while (this.#canBeginItem()) {
      const batch = await beginItems(id, this.#lease, BATCH_ITEMS);
      if (!batch || batch.length === 0) break;
      await this.#runBatch(batch, { tokens, by, lease: this.#lease }, checkRole);
      if (!mayBeginBatch()) break;
    }
    if (this.#lease.remainingMs <= 0) return "interrupted";
    return (await hasOpenItems(id)) ? (this.#ending ?? "interrupted") : "complete";
  }

  #canBeginItem(): boolean {
    return this.#ending === undefined && !isDraining() && this.#lease.remainingMs > itemMs();
  }

  async #runBatch(items: JobItem[], writer: Writer, checkRole: CheckRole): Promise<void> {
    const pending = [...items];
    const work = async () => {
      while (pending.length > 0 && this.#canBeginItem()) {
        const problem = await checkRole();
        if (problem) this.#end(problem);
        // Checked again: during `checkRole` another item or `#watch` may have ended the run.
        const next = this.#canBeginItem() ? pending.shift() : undefined;
        if (next) await this.#runItem(next, writer);
      }
    };
    const workEnd = new AbortController();
    const working = Promise.all(Array.from({ length: ITEMS_AT_ONCE }, work)).finally(() => workEnd.abort());
    // `allSettled`: if `#watch` fails, items in flight must still end before the lease is released.
    const results = await Promise.allSettled([this.#watch(workEnd.signal), working]);
    for (const result of results) if (result.status === "rejected") throw result.reason;
    await this.#save();
  }

  async #runItem(jobItem: JobItem, writer: Writer): Promise<void> {
    const { place, item, isBegun } = jobItem;
    const { id: jobId, params } = this.#job;
    const options = { jobId, changeId: changeIdOf(jobId, place), mayHaveBeenSent: isBegun };
    const outcome = await runItem(this.#kind, item, { writer, options, params });
    if (!("halt" in outcome)) {
      this.#backoffCount = 0;
      this.#setOutcome(place, outcome);
    } else if (outcome.halt === "signedOut" || outcome.halt === "interrupted") this.#end(outcome.halt);
    else this.#retryLater(jobItem, outcome);
  }

  #retryLater({ place, item }: JobItem, { halt, retryAfter = 0 }: UnavailableHalt): void {
    if (this.#backoffCount >= MAX_BACKOFFS) {
      const description = describeStored(this.#kind, item);
      this.#setOutcome(place, { ...description, result: "failed", reason: REASON_OF_GIVING_UP[halt] });
      return;
    }
    // Counted once per run, because four items in flight may get the same 503.
    if (this.#ending === undefined) this.#backoffCount += 1;
    this.#retryAfter = Math.max(this.#retryAfter, retryAfter);
    this.#end(halt);
  }

  /** Keeps the first reason of a run's end, because later reasons follow from the first. */
  #end(reason: Exclude<Ending, "complete">): void {
    this.#ending ??= reason;
  }

  #setOutcome(place: number, outcome: ItemOutcome): void {
    this.#unsaved.set(place, outcome);
    jobItems.inc({ kind: this.#job.kind, result: outcome.result });
  }

  async #watch(workEnd: AbortSignal): Promise<void> {
    while (!workEnd.aborted) {
      await pause(WATCH_MS, undefined, { signal: workEnd }).catch(() => undefined);
      if (workEnd.aborted) return;
      try {
        await this.#save();
        if (await mustStop(this.#job.id)) this.#end("stopped");
        if (performance.now() - this.#sessionCheckedAt < SESSION_CHECK_MS) continue;
        this.#sessionCheckedAt = performance.now();
        if (!(await loadSession(this.#job.session))) this.#end("signedOut");
      } catch (error) {
        this.#end("interrupted");
        if (!(error instanceof DatabaseUnavailable)) throw error;
      }
    }
  }

  /** Stores outcomes. If the lease is lost, drops them: another process has the items now. */
  async #save(): Promise<void> {
    const outcomes = [...this.#unsaved];
    if (outcomes.length === 0) return;
    const isSaved = await this.#lease.write((tx) => putOutcomes(tx, this.#job.id, outcomes));
    if (!isSaved) this.#end("interrupted");
    for (const [place] of outcomes) this.#unsaved.delete(place);
  }
}
