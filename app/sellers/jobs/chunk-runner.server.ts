import { setTimeout as pause } from "node:timers/promises";
import { isDraining } from "~/.server/http/drain";
import { jobItems } from "~/.server/metrics";
import { StoreUnavailable } from "~/.server/store/open-store";
import { accessTokens } from "~/auth/session/access-tokens.server";
import { loadSession } from "~/auth/session/session.server";
import { StandingRole } from "~/auth/standing-role.server";
import type { Writer } from "~/sellers/write/write-seller.server";
import { type ItemOutcome, isProblem, type Unavailable } from "./job";
import { describeStored, type JobKind } from "./job-kind.server";
import { isToStop, type Progress, putProgress } from "./job-state.server";
import { boundedOutcome, CHUNK_ITEMS, itemsOf, type Job, outcomesOf, putOutcomes } from "./job-store.server";
import { runItem } from "./run-item.server";

/** Items of one job that are worked on at once. */
const CONCURRENCY = 4;
/** How often outcomes are saved, in ms. Items whose outcomes aren't yet saved when the process dies are tried again. */
const SAVE_MS = 250;
/** How often it is made sure that the owner is still signed in, in ms. */
const SESSION_CHECK_MS = 5_000;
/** After this many pauses in a row items fail as unreachable while what they need is still away, so that every job ends. */
const MAX_BACK_OFFS = 30;

type Ending = "complete" | "stopped" | "signedOut" | "noRole" | Unavailable | "interrupted";

type Work = {
  job: Job;
  kind: JobKind<unknown, unknown>;
  /** The store's key of the session that the job works with. */
  session: string;
  /** Moved on as the job is. */
  progress: Progress;
  /** Whether the job is still this process's: frozen for too long, it may wake up to another's. */
  holds: () => boolean;
  /** Whether there is time to begin one more item. */
  mayGoOn: () => boolean;
  /** Whether it may begin another chunk, or others are waiting. */
  hasTurn: () => boolean;
};

/** A chunk being worked on. */
type Chunk = { number: number; items: unknown[]; outcomes: (ItemOutcome | null)[]; again: boolean; unsaved: boolean };

/** One process's go at a job: chunk after chunk, a few items at once, written down as it goes. */
export class ChunkRunner {
  readonly #work: Work;
  #ending: Exclude<Ending, "complete"> | undefined;
  #sessionCheckedAt = performance.now();
  /** What is away asks to be left alone for so many seconds. */
  retryAfter = 0;

  constructor(work: Work) {
    this.#work = work;
  }

  async run(): Promise<Ending> {
    const { job, progress } = this.#work;
    const session = await loadSession(this.#work.session);
    if (!session) return "signedOut";
    if (await isToStop(job.id)) return "stopped";
    const tokens = accessTokens(session);
    const writer = { tokens, by: job.owner };
    const role = new StandingRole(session, tokens);
    const chunks = Math.ceil(job.total / CHUNK_ITEMS);
    for (let first = true; progress.chunk < chunks && this.#goesOn(); first = false) {
      if (!first && !this.#work.hasTurn()) break;
      await this.#runChunk(writer, role);
    }
    // Whoever works on it now says how it ends, whatever this one was told.
    if (!this.#work.holds()) return "interrupted";
    return progress.chunk >= chunks ? "complete" : (this.#ending ?? "interrupted");
  }

  #goesOn(): boolean {
    return this.#ending === undefined && !isDraining() && this.#work.mayGoOn();
  }

  async #runChunk(writer: Writer, role: StandingRole): Promise<void> {
    const { job, progress } = this.#work;
    const chunk = await this.#open(progress.chunk);
    const pending = chunk.outcomes.flatMap((outcome, at) => (outcome ? [] : [at]));
    const worker = async () => {
      while (pending.length > 0 && this.#goesOn()) {
        if (!(await role.holds())) this.#ending ??= "noRole";
        else if (this.#goesOn() && pending.length > 0) await this.#runNext(chunk, pending.shift() as number, writer);
      }
    };
    const done = new AbortController();
    const working = Promise.all(Array.from({ length: CONCURRENCY }, worker)).finally(() => done.abort());
    const [attended, worked] = await Promise.allSettled([this.#attend(chunk, done.signal), working]);
    for (const end of [attended, worked]) if (end.status === "rejected") throw end.reason;
    if (!(await this.#save(chunk)) || chunk.outcomes.includes(null)) return;
    Object.assign(progress, { chunk: chunk.number + 1, before: progress.counts });
    await putProgress(job.id, progress);
  }

  /** From here on its items may have been tried, whatever becomes of this process. */
  async #open(number: number): Promise<Chunk> {
    const { job } = this.#work;
    const [items, known] = await Promise.all([itemsOf(job, number), outcomesOf(job.id, number)]);
    const outcomes = known ?? items.map(() => null);
    if (!known) await putOutcomes(job, number, outcomes);
    return { number, items, outcomes, again: known !== undefined, unsaved: false };
  }

  async #runNext(chunk: Chunk, at: number, writer: Writer): Promise<void> {
    const { job, kind, progress } = this.#work;
    const changeId = `${job.id}.${chunk.number * CHUNK_ITEMS + at}`;
    // An item is safe to repeat, so a write whose answer was lost may be sent again.
    const note = { jobId: job.id, changeId, again: chunk.again, resends: true };
    const outcome = await runItem(kind, chunk.items[at], { writer, note, params: job.params });
    if (!("halt" in outcome)) {
      progress.rests = 0;
      return this.#note(chunk, at, outcome);
    }
    const { halt, retryAfter = 0 } = outcome;
    const isAway = halt === "unavailable" || halt === "signInUnavailable";
    if (isAway && progress.rests >= MAX_BACK_OFFS) {
      const reason = halt === "unavailable" ? "unreachable" : "signInUnreachable";
      return this.#note(chunk, at, { ...describeStored(kind, chunk.items[at]), result: "failed", reason });
    }
    if (isAway && this.#ending === undefined) progress.rests += 1;
    this.retryAfter = Math.max(this.retryAfter, retryAfter);
    this.#ending ??= halt;
  }

  #note(chunk: Chunk, at: number, outcome: ItemOutcome): void {
    chunk.outcomes[at] = boundedOutcome(outcome);
    chunk.unsaved = true;
    jobItems.inc({ kind: this.#work.job.kind, result: outcome.result });
  }

  /** Beside the work: writes it down, and looks if it should go on. */
  async #attend(chunk: Chunk, done: AbortSignal): Promise<void> {
    const { job, session } = this.#work;
    while (!done.aborted) {
      await pause(SAVE_MS, undefined, { signal: done }).catch(() => undefined);
      if (done.aborted) return;
      try {
        if (chunk.unsaved) await this.#save(chunk);
        if (await isToStop(job.id)) this.#ending ??= "stopped";
        if (performance.now() - this.#sessionCheckedAt < SESSION_CHECK_MS) continue;
        this.#sessionCheckedAt = performance.now();
        if (!(await loadSession(session))) this.#ending ??= "signedOut";
      } catch (error) {
        this.#ending ??= "interrupted";
        if (!(error instanceof StoreUnavailable)) throw error;
      }
    }
  }

  /** @returns false, with nothing written, when the job is another's: what that one wrote of it stays. */
  async #save(chunk: Chunk): Promise<boolean> {
    const { job, progress, holds } = this.#work;
    if (!holds()) return false;
    chunk.unsaved = false;
    const counts = { ...progress.before };
    for (const outcome of chunk.outcomes) {
      if (outcome) counts[outcome.result] += 1;
      if (outcome?.result === "done" && outcome.added) counts.added += 1;
    }
    const failing = chunk.outcomes.some((outcome) => outcome && isProblem(outcome));
    if (failing && !progress.problems.includes(chunk.number)) progress.problems.push(chunk.number);
    progress.counts = counts;
    await putOutcomes(job, chunk.number, chunk.outcomes);
    await putProgress(job.id, progress);
    return true;
  }
}
