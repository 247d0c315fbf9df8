import { setTimeout as pause } from "node:timers/promises";
import { log } from "~/.server/log";
import { circuitStates } from "~/.server/metrics";
import { BackendError, type BackendErrorKind, type BackendName } from "./backend-error";

/** The circuit opens after at least this many consecutive faults of anybody's calls. */
const FAULTS_TO_OPEN = 5;
/**
 * The faults must span this time, in ms. A backend that restarts for 5 s, or one page whose 60
 * calls fail at once, doesn't open the circuit; five calls that hang for 10 s do.
 */
const STREAK_MS = 9_500;
/** Time until the first trial call, in ms; it doubles after each trial that fails. */
const OPEN_MS = 1_000;
const MAX_OPEN_MS = 8_000;
/** How long other calls wait for a trial's result, in ms; a working backend responds sooner. */
const TRIAL_WAIT_MS = 1_000;
/**
 * Without a trial for this time, in ms, the metric no longer says that the circuit is open: at
 * night nobody makes a call that would show that the backend is back.
 */
const METRIC_MS = 300_000;

/**
 * Failures that say nothing about the backend: the browser closed the connection (abandoned), or no
 * request was sent (busy, circuitOpen).
 */
const UNRELATED = new Set<BackendErrorKind>(["abandoned", "busy", "circuitOpen"]);
const FAULTS = new Set<BackendErrorKind>(["timeout", "unreachable"]);
const FAULT_STATUSES = new Set([502, 503, 504]);

/** A fault means that the backend or the network is down. 4xx and 500 concern the request alone. */
function outcomeOf(error: unknown): "fault" | "response" | "unrelated" {
  if (!(error instanceof BackendError)) return "response";
  if (UNRELATED.has(error.kind)) return "unrelated";
  // `lostKind` says why the outcome of a write is unknown.
  const kind = error.lostKind ?? error.kind;
  const isFault = kind === "status" ? FAULT_STATUSES.has(error.status) : FAULTS.has(kind);
  return isFault ? "fault" : "response";
}

/**
 * Circuit breaker: after a long streak of faults it is open and fails calls at once. After a wait
 * one call is sent as a trial; its response closes the circuit, anything else doubles the wait.
 * Times are on the monotonic clock.
 */
export class Circuit {
  readonly #name: BackendName;
  /** Consecutive faults, and the start of the first call among them. */
  #faults = 0;
  #streakStart = Number.POSITIVE_INFINITY;
  /** While the circuit is open: the time of the next trial, and the wait before it, in ms. */
  #open: { until: number; waitMs: number } | undefined;
  /** Set while a trial call runs. Its signal wakes the calls that wait for the trial. */
  #trial: AbortController | undefined;
  #metricEnd: NodeJS.Timeout | undefined;
  /** The status of the latest fault, 503 or 504, which refused calls get, too. */
  #lastFaultStatus = 503;

  constructor(name: BackendName) {
    this.#name = name;
    this.#setMetric(0);
  }

  /** Runs a call. @throws BackendError `circuitOpen` with nothing sent; the call's own error */
  async run<T>(call: () => Promise<T>): Promise<T> {
    if (this.#trial) await pause(TRIAL_WAIT_MS, undefined, { signal: this.#trial.signal }).catch(() => undefined);
    if (this.#trial || (this.#open && performance.now() < this.#open.until)) throw this.#refusal();
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

  /**
   * Called once a call has its slot, because the circuit may have opened while it waited. During a
   * trial nobody is refused: the trial has waited for a slot, too, and looks like any other call.
   * @throws BackendError `circuitOpen`
   */
  refuseIfOpen(): void {
    if (this.#open && !this.#trial) throw this.#refusal();
  }

  /** Ends the streak; a call from before the circuit opened doesn't close it. */
  #onResponse(trial: AbortController | undefined): void {
    this.#faults = 0;
    this.#streakStart = Number.POSITIVE_INFINITY;
    if (!trial) return;
    this.#open = undefined;
    this.#report("closed", "backend is back");
  }

  /** Opens the circuit after a long streak. */
  #countFault({ status }: BackendError, startedAt: number): void {
    this.#lastFaultStatus = status === 504 ? 504 : 503;
    this.#faults += 1;
    this.#streakStart = Math.min(this.#streakStart, startedAt);
    const now = performance.now();
    const isOutage = this.#faults >= FAULTS_TO_OPEN && now - this.#streakStart >= STREAK_MS;
    if (this.#open || !isOutage) return;
    this.#open = { until: now + OPEN_MS, waitMs: OPEN_MS };
    this.#report("open", "backend is left alone");
  }

  #reopen(): void {
    const waitMs = Math.min((this.#open?.waitMs ?? OPEN_MS) * 2, MAX_OPEN_MS);
    this.#open = { until: performance.now() + waitMs, waitMs };
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
