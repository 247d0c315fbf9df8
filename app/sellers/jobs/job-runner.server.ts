import { setTimeout as pause } from "node:timers/promises";
import type { AccessTokens } from "~/.server/backend/backend-client";
import { BackendError } from "~/.server/backend/backend-error";
import { DatabaseUnavailable, type Tx } from "~/.server/db/database";
import type { Lease } from "~/.server/db/lease";
import { addNews } from "~/.server/db/news";
import { env } from "~/.server/env";
import { isDraining } from "~/.server/http/drain";
import { log } from "~/.server/log";
import { jobItems, jobRuns, jobsRunning } from "~/.server/metrics";
import { profileOrFallback } from "~/auth/access.server";
import { accessTokens } from "~/auth/session/access-tokens.server";
import { type LiveSession, loadSession } from "~/auth/session/session.server";
import { isFranchisee } from "~/domain/directory-profile";
import type { Writer } from "~/sellers/write/write-seller.server";
import { type BegunItems, beginItems, changeIdOf, countItems, hasOpenItems, putOutcomes } from "./item-store.server";
import type { ItemOutcome } from "./job";
import { type AnyKind, describeStored, type Halt, runItem } from "./job-item.server";
import { runnableKind } from "./job-kinds.server";
import { backOff, endJob, isToStop, pauseJob } from "./job-state.server";
import { findJob, JOB_LIFE_MS, type Job } from "./job-store.server";

/**
 * After so many consecutive backoffs items fail as unreachable. A directory that is away counts for
 * none: such a job waits until its owner's session ends.
 */
const MAX_WAITS = 30;

const UNREACHABLE = { unavailable: "unreachable", signInUnavailable: "signInUnreachable" } as const;

const MAX_WAIT_SECONDS = 60;

/** An item begins only if the lease lasts for this long, in ms: longer than an item takes. */
const itemMs = () => 2 * env().BACKEND_TIMEOUT_MS + 5_000;
/** The length of a job's lease, in ms: another process resumes a dead process's job after this. */
export const leaseMs = () => itemMs() + env().BACKEND_TIMEOUT_MS + 5_000;

type Ending = "complete" | "stopped" | "noRole" | "directoryUnavailable" | Halt["halt"];

/** @param mayGoOn whether another batch may begin */
export async function runJob(id: string, lease: Lease, mayGoOn = () => true): Promise<void> {
  const job = await findJob(id);
  const kind = job && runnableKind(job);
  if (!kind || job.state !== "running") return;
  const labels = { kind: job.kind };
  jobsRunning.inc(labels);
  const runner = new JobRunner(job, kind, lease);
  const ending = await runner.run(mayGoOn).finally(() => jobsRunning.dec(labels));
  jobRuns.inc({ ...labels, outcome: ending });
  log().info({ jobId: id, kind: job.kind, ending, total: job.total, ...(await countItems(job)) }, "worked on a job");
  // The next holder of the lease goes on, also after a batch that gave way to other jobs.
  if (ending === "interrupted") return;
  await lease.write((tx) => settleJob(tx, job, ending, runner.nextWait));
}

type RoleCheck = ReturnType<typeof roleCheck>;

type Wait = { seconds: number; waits: number };

async function settleJob(
  tx: Tx,
  { id, owner, session }: Job,
  ending: Exclude<Ending, "interrupted">,
  { seconds, waits }: Wait,
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
      return backOff(tx, id, { system: ending, seconds, waits });
    case "directoryUnavailable":
      return backOff(tx, id, { system: ending, seconds: MAX_WAIT_SECONDS, waits });
  }
}

/** One process's run of a job: batch after batch, a few items at once. */
class JobRunner {
  readonly #job: Job;
  readonly #kind: AnyKind;
  readonly #lease: Lease;
  readonly #unsaved = new Map<number, ItemOutcome>();
  /** Consecutive backoffs. */
  #waits: number;
  /** In seconds. */
  #retryAfter = 0;
  #ending: Exclude<Ending, "complete"> | undefined;
  #sessionCheckedAt = performance.now();

  constructor(job: Job, kind: AnyKind, lease: Lease) {
    this.#job = job;
    this.#kind = kind;
    this.#lease = lease;
    this.#waits = job.waits;
  }

  /** In seconds, doubled each time from 5 to 60. A wrong `Retry-After` counts as 15 minutes at most. */
  get nextWait(): Wait {
    const own = Math.min(5 * 2 ** (this.#waits - 1), MAX_WAIT_SECONDS);
    return { seconds: Math.max(own, Math.min(this.#retryAfter, 900)), waits: this.#waits };
  }

  async run(mayGoOn: () => boolean): Promise<Ending> {
    const { id, owner: by } = this.#job;
    const session = await loadSession(this.#job.session);
    if (!session) return "signedOut";
    if (await isToStop(id)) return "stopped";
    const tokens = accessTokens(session);
    // A write that outlasts the lease could be made twice: by this process, and by the next holder.
    const maySend = () => this.#lease.left > env().BACKEND_TIMEOUT_MS;
    const findObstacle = roleCheck(session, tokens);
    while (this.#canBeginItem()) {
      const batch = await beginItems(id, this.#lease, 100);
      if (!batch || batch.items.length === 0) break;
      await this.#runBatch(batch, { tokens, by, maySend }, findObstacle);
      if (!mayGoOn()) break;
    }
    if (this.#lease.left <= 0) return "interrupted";
    return (await hasOpenItems(id)) ? (this.#ending ?? "interrupted") : "complete";
  }

  #canBeginItem(): boolean {
    return this.#ending === undefined && !isDraining() && this.#lease.left > itemMs();
  }

  async #runBatch({ items, isRetry }: BegunItems, writer: Writer, findObstacle: RoleCheck): Promise<void> {
    const pending = [...items];
    const work = async () => {
      while (pending.length > 0 && this.#canBeginItem()) {
        const obstacle = await this.#roleObstacle(findObstacle);
        if (obstacle) this.#ending ??= obstacle;
        const next = this.#canBeginItem() ? pending.shift() : undefined;
        if (next) await this.#runItem(next, isRetry, writer);
      }
    };
    const done = new AbortController();
    const working = Promise.all(Array.from({ length: 4 }, work)).finally(() => done.abort());
    const ends = await Promise.allSettled([this.#watch(done.signal), working]);
    for (const end of ends) if (end.status === "rejected") throw end.reason;
    await this.#save();
  }

  async #roleObstacle(findObstacle: RoleCheck): Promise<"noRole" | "directoryUnavailable" | "signedOut" | undefined> {
    const obstacle = await findObstacle();
    // The end of the session takes the directory's last answer away, too.
    if (obstacle === "directoryUnavailable" && !(await loadSession(this.#job.session))) return "signedOut";
    return obstacle;
  }

  async #runItem({ place, item }: BegunItems["items"][number], isRetry: boolean, writer: Writer): Promise<void> {
    const { id: jobId, params } = this.#job;
    const note = { jobId, changeId: changeIdOf(jobId, place), isRetry, resends: true };
    const end = await runItem(this.#kind, item, { writer, note, params });
    if (!("halt" in end)) {
      this.#waits = 0;
      return this.#setOutcome(place, end);
    }
    const { halt, retryAfter = 0 } = end;
    const isUnavailable = halt === "unavailable" || halt === "signInUnavailable";
    if (isUnavailable && this.#waits >= MAX_WAITS) {
      const reason = UNREACHABLE[halt];
      return this.#setOutcome(place, { ...describeStored(this.#kind, item), result: "failed", reason });
    }
    if (isUnavailable && this.#ending === undefined) this.#waits += 1;
    this.#retryAfter = Math.max(this.#retryAfter, retryAfter);
    this.#ending ??= halt;
  }

  #setOutcome(place: number, outcome: ItemOutcome): void {
    this.#unsaved.set(place, outcome);
    jobItems.inc({ kind: this.#job.kind, result: outcome.result });
  }

  /** While items run, stores their outcomes and checks whether the job may go on. */
  async #watch(done: AbortSignal): Promise<void> {
    while (!done.aborted) {
      await pause(250, undefined, { signal: done }).catch(() => undefined);
      if (done.aborted) return;
      try {
        await this.#save();
        if (await isToStop(this.#job.id)) this.#ending ??= "stopped";
        if (performance.now() - this.#sessionCheckedAt < 5_000) continue;
        this.#sessionCheckedAt = performance.now();
        if (!(await loadSession(this.#job.session))) this.#ending ??= "signedOut";
      } catch (error) {
        this.#ending ??= "interrupted";
        if (!(error instanceof DatabaseUnavailable)) throw error;
      }
    }
  }

  /** Stores nothing without the lease: the next holder's outcomes stay. */
  async #save(): Promise<void> {
    const outcomes = [...this.#unsaved];
    if (outcomes.length === 0) return;
    const isSaved = await this.#lease.write((tx) => putOutcomes(tx, this.#job.id, outcomes));
    if (!isSaved) this.#ending ??= "interrupted";
    for (const [place] of outcomes) this.#unsaved.delete(place);
  }
}

/**
 * Makes a check of whether a job's owner still has the role, while the job works without them. It
 * finds nothing where the provider or the store is away: the item's own calls say so. Never rejects.
 * @returns `directoryUnavailable` if it refuses, or is away for more than PROFILE_STALE_MINUTES
 */
function roleCheck(session: LiveSession, tokens: AccessTokens) {
  /** A directory that didn't answer isn't asked again before, by the monotonic clock in ms. */
  let notBefore = 0;
  return async (): Promise<"noRole" | "directoryUnavailable" | undefined> => {
    if (performance.now() < notBefore) return undefined;
    try {
      const { profile, isFallback } = await profileOrFallback(session, tokens);
      if (isFallback) notBefore = performance.now() + 5_000;
      return isFranchisee(profile) ? undefined : "noRole";
    } catch (err) {
      if (err instanceof BackendError) return "directoryUnavailable";
      notBefore = performance.now() + 5_000;
      log().warn({ err }, "nobody says whether the owner of a job still has the role");
      return undefined;
    }
  };
}
