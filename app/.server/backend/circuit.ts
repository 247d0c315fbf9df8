import { setTimeout as pause } from "node:timers/promises";
import { log } from "~/.server/log";
import { circuitStates } from "~/.server/metrics";
import { BackendError, type BackendErrorKind, type BackendName } from "./backend-error";

/** The circuit opens after this many faults in a row, of anybody's calls… */
const FAULTS_TO_OPEN = 5;
/** …that span at least this time, in ms: a restart is no outage, nor is one page's 60 faults. */
const ROW_MS = 10_000;
/**
 * In ms. Node counts a timer from the start of the event loop's turn, so that a deadline as long as
 * the row (BACKEND_TIMEOUT_MS) may end early by this much.
 */
const TIMER_SLACK_MS = 500;
/** Time until the first trial call, in ms; it doubles after each trial that fails. */
const OPEN_MS = 1_000;
const MAX_OPEN_MS = 8_000;
/** How long other calls wait for a trial's result, in ms; a working backend answers sooner. */
const TRIAL_WAIT_MS = 1_000;

const FAULTS = new Set<BackendErrorKind | undefined>(["timeout", "unreachable"]);
const FAULT_STATUSES = new Set([502, 503, 504]);

/** Whether the backend or the network is down. 4xx and 500 concern the request alone. */
function isFault({ kind, status, lostKind }: BackendError): boolean {
  return FAULTS.has(kind) || FAULTS.has(lostKind) || ((lostKind ?? kind) === "status" && FAULT_STATUSES.has(status));
}

/** Whether a failure isn't the backend's: nobody waited any more, or nothing was sent. */
function isUnrelated({ kind }: BackendError): boolean {
  return kind === "abandoned" || kind === "busy";
}

/**
 * Fails calls at once after a row of faults, except for a trial now and then, until a trial gets a
 * response: so nobody waits for a deadline that others have already met. It uses the monotonic
 * clock.
 */
export class Circuit {
  readonly #name: BackendName;
  /** Faults in a row, and the start of the first call of that row. */
  #faults = 0;
  #since = Number.POSITIVE_INFINITY;
  /** While the circuit is open: the time of the next trial, and the wait before it, in ms. */
  #open: { until: number; ms: number } | undefined;
  /** Set while a trial call runs; aborted at its end. */
  #trial: AbortController | undefined;
  /** The status of the latest fault, which people go on seeing (docs/product.md §8). */
  #status = 503;

  constructor(name: BackendName) {
    this.#name = name;
    circuitStates.set({ backend: name }, 0);
  }

  /** Runs a call. @throws BackendError `circuitOpen` with nothing sent; the call's own error */
  async run<T>(call: () => Promise<T>): Promise<T> {
    if (this.#trial) await pause(TRIAL_WAIT_MS, undefined, { signal: this.#trial.signal }).catch(() => undefined);
    if (this.#trial || (this.#open && performance.now() < this.#open.until)) throw this.#refusal();
    const trial = this.#open && new AbortController();
    this.#trial = trial;
    const started = performance.now();
    try {
      const answer = await call();
      this.#endRow(trial);
      return answer;
    } catch (error) {
      if (!(error instanceof BackendError) || !(isFault(error) || isUnrelated(error))) this.#endRow(trial);
      else {
        if (isFault(error)) this.#countFault(error, started);
        // Only a response ends a trial well: an abandoned trial leaves the circuit open.
        if (trial) this.#reopen();
      }
      throw error;
    } finally {
      if (trial) this.#trial = undefined;
      trial?.abort();
    }
  }

  /**
   * For a call that waited for its slot meanwhile; while a trial runs, such calls go with it.
   * @throws BackendError `circuitOpen`
   */
  refuseIfOpen(): void {
    if (this.#open && !this.#trial) throw this.#refusal();
  }

  /** For a response other than 502, 503 and 504, and for an error that isn't a BackendError. */
  #endRow(trial: AbortController | undefined): void {
    this.#faults = 0;
    this.#since = Number.POSITIVE_INFINITY;
    if (!trial) return;
    this.#open = undefined;
    this.#report("closed", "backend is back");
  }

  /** Opens the circuit after a long row. While it is open, a call from before changes nothing. */
  #countFault({ status }: BackendError, started: number): void {
    this.#status = status === 504 ? 504 : 503;
    this.#faults += 1;
    this.#since = Math.min(this.#since, started);
    const now = performance.now();
    const isLongRow = this.#faults >= FAULTS_TO_OPEN && now - this.#since >= ROW_MS - TIMER_SLACK_MS;
    if (this.#open || !isLongRow) return;
    this.#open = { until: now + OPEN_MS, ms: OPEN_MS };
    this.#report("open", "backend is left alone");
  }

  /** After a trial without a response: for twice as long. */
  #reopen(): void {
    const ms = Math.min((this.#open?.ms ?? OPEN_MS) * 2, MAX_OPEN_MS);
    this.#open = { until: performance.now() + ms, ms };
  }

  #report(state: "open" | "closed", words: string): void {
    circuitStates.set({ backend: this.#name }, state === "open" ? 1 : 0);
    log().warn({ backend: this.#name }, words);
  }

  #refusal(): BackendError {
    return new BackendError(this.#name, "circuitOpen", { status: this.#status });
  }
}
