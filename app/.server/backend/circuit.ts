import { setTimeout as pause } from "node:timers/promises";
import { log } from "~/.server/log";
import { circuitStates } from "~/.server/metrics";
import { BackendError, type BackendErrorKind, type BackendName } from "./backend-error";

// Five consecutive faults over 9.5 s open the circuit. A backend that restarts for 5 s, or one page
// whose 60 calls fail at once, doesn't open it; five calls that time out after 10 s do.
const FAULTS_TO_OPEN = 5;
const STREAK_MS = 9_500;
/** Time until the first trial call, in ms; it doubles after each trial that fails. */
const OPEN_MS = 1_000;
const MAX_OPEN_MS = 8_000;
/** How long other calls wait for the result of a running trial. */
const TRIAL_WAIT_MS = 1_000;
// The metric returns to "closed" 5 minutes after the last failed trial. Otherwise it would report
// an outage all night, when no call shows that the backend works again.
const METRIC_MS = 300_000;

/** Errors that say nothing about the backend: nobody waited for a response, or no call was sent. */
const UNRELATED = new Set<BackendErrorKind>(["abandoned", "busy", "circuitOpen"]);
const FAULTS = new Set<BackendErrorKind>(["timeout", "unreachable"]);
const FAULT_STATUSES = new Set([502, 503, 504]);

/** A fault means that the backend or the network is down. 4xx and 500 concern one request only. */
function outcomeOf(error: unknown): "fault" | "response" | "unrelated" {
  if (!(error instanceof BackendError)) return "response";
  if (UNRELATED.has(error.kind)) return "unrelated";
  const kind = error.lostKind ?? error.kind;
  const isFault = kind === "status" ? FAULT_STATUSES.has(error.status) : FAULTS.has(kind);
  return isFault ? "fault" : "response";
}

/**
 * Circuit breaker. While it is open, calls fail at once. After a wait, one call is sent as a trial:
 * a response closes the circuit, any other result doubles the wait.
 */
export class Circuit {
  readonly #name: BackendName;
  /** The number of consecutive faults. */
  #faults = 0;
  /** When the first of the calls that failed in a row was sent; a time of `performance.now()`. */
  #streakStart = Number.POSITIVE_INFINITY;
  /** Set while the circuit is open. `trialAt` is a time of `performance.now()`. */
  #open: { trialAt: number; waitMs: number } | undefined;
  /** Set while a trial runs. Its signal wakes the calls that wait for the trial's result. */
  #trial: AbortController | undefined;
  #metricEnd: NodeJS.Timeout | undefined;
  #lastFaultStatus = 503;

  constructor(name: BackendName) {
    this.#name = name;
    this.#setMetric(0);
  }

  async run<T>(call: () => Promise<T>): Promise<T> {
    if (this.#trial) await pause(TRIAL_WAIT_MS, undefined, { signal: this.#trial.signal }).catch(() => undefined);
    if (this.#trial || (this.#open && performance.now() < this.#open.trialAt)) throw this.#refusal();
    const trial = this.#open && new AbortController();
    this.#trial = trial;
    const startedAt = performance.now();
    try {
      const answer = await call();
      this.#onResponse(trial);
      return answer;
    } catch (error) {
      const outcome = outcomeOf(error);
      if (outcome === "response") this.#onResponse(trial);
      if (outcome === "fault") this.#countFault(error as BackendError, startedAt);
      if (trial && outcome !== "response") this.#reopen();
      throw error;
    } finally {
      if (trial) this.#trial = undefined;
      trial?.abort();
    }
  }

  /** Call it when a call gets its slot, because the circuit may have opened during the wait. */
  refuseIfOpen(): void {
    // The trial call itself must pass.
    if (this.#open && !this.#trial) throw this.#refusal();
  }

  #onResponse(trial: AbortController | undefined): void {
    this.#faults = 0;
    this.#streakStart = Number.POSITIVE_INFINITY;
    // A call that was sent before the circuit opened doesn't close it.
    if (!trial) return;
    this.#open = undefined;
    this.#report("closed", "the backend responds again");
  }

  #countFault({ status }: BackendError, startedAt: number): void {
    this.#lastFaultStatus = status === 504 ? 504 : 503;
    this.#faults += 1;
    this.#streakStart = Math.min(this.#streakStart, startedAt);
    const now = performance.now();
    const isOutage = this.#faults >= FAULTS_TO_OPEN && now - this.#streakStart >= STREAK_MS;
    if (this.#open || !isOutage) return;
    this.#open = { trialAt: now + OPEN_MS, waitMs: OPEN_MS };
    this.#report("open", "calls to the backend are suspended");
  }

  #reopen(): void {
    const waitMs = Math.min((this.#open?.waitMs ?? OPEN_MS) * 2, MAX_OPEN_MS);
    this.#open = { trialAt: performance.now() + waitMs, waitMs };
    this.#setMetric(1);
  }

  #report(state: "open" | "closed", message: string): void {
    this.#setMetric(state === "open" ? 1 : 0);
    log().warn({ backend: this.#name }, message);
  }

  #setMetric(open: 0 | 1): void {
    clearTimeout(this.#metricEnd);
    circuitStates.set({ backend: this.#name }, open);
    if (open) this.#metricEnd = setTimeout(() => this.#setMetric(0), METRIC_MS).unref();
  }

  #refusal(): BackendError {
    return new BackendError(this.#name, "circuitOpen", { status: this.#lastFaultStatus });
  }
}
