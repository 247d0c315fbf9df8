import { setTimeout as pause } from "node:timers/promises";
import { log } from "~/.server/log";
import { circuitStates } from "~/.server/metrics";
import type { Backend } from "./backend-call";
import { BackendError, type BackendFault, type BackendName } from "./backend-error";

/** So many faults in a row, whoever's calls they were, and the backend is asked nothing for a while… */
const FAULTS_TO_OPEN = 5;
/** …if nothing else came of it for so long, in ms: a backend that restarts, or refuses sixty calls of one page, is not down. */
const ROW_MS = 10_000;
/**
 * Node counts a timer from the beginning of the turn in which it is set, so a deadline of as long as the row (BACKEND_TIMEOUT_MS) ends
 * up to a turn early, in ms. Without this the next person would wait for the whole of it once more.
 */
const TIMER_SLACK_MS = 500;
/** For so long at first, in ms, and then twice as long each time that the one call that is let through fails too. */
const OPEN_MS = 1_000;
const MAX_OPEN_MS = 8_000;
/** How long the others wait for the word of that one, in ms: a backend that is back answers sooner. */
const PROBE_WAIT_MS = 1_000;

const FAULTS = new Set<BackendFault | undefined>(["timeout", "unreachable"]);
const FAULT_STATUSES = new Set([502, 503, 504]);

/** Whether a failure says that the backend, or the way to it, is out of order. 4xx and 500 are about the request. */
function isFault({ kind, status, lostBy }: BackendError): boolean {
  return FAULTS.has(kind) || FAULTS.has(lostBy) || ((lostBy ?? kind) === "status" && FAULT_STATUSES.has(status));
}

/** Whether a failure says nothing about the backend: the call was given up before an answer, or never sent. */
function saysNothing({ kind }: BackendError): boolean {
  return kind === "abandoned" || kind === "busy";
}

/**
 * Keeps calls from a backend that is out of order, so that nobody waits for a deadline that others have met already: fails fast
 * after a row of faults, and lets a call through now and then until one is answered. It goes by the monotonic clock: by the
 * machine's, one that is set back by an hour would leave the backend alone for that hour.
 */
export class Circuit {
  readonly #name: BackendName;
  /** Faults in a row, and when the first call that met one began. */
  #faults = 0;
  #since = Number.POSITIVE_INFINITY;
  /** While it is open: until when every call is refused, and for how long that is, in ms. */
  #open: { until: number; ms: number } | undefined;
  /** While a call that was let through is under way; aborted at its end. */
  #trial: AbortController | undefined;
  /** What people saw before it opened (docs/product.md §8). */
  #status = 503;

  constructor(name: BackendName) {
    this.#name = name;
    circuitStates.set({ backend: name }, 0);
  }

  /** @throws BackendError `circuitOpen` at once, with nothing sent; whatever the call throws */
  async run<T>(call: () => Promise<T>): Promise<T> {
    if (this.#trial) await pause(PROBE_WAIT_MS, undefined, { signal: this.#trial.signal }).catch(() => undefined);
    if (this.#trial || (this.#open && performance.now() < this.#open.until)) throw this.#refusal();
    const trial = this.#open && new AbortController();
    this.#trial = trial;
    const started = performance.now();
    try {
      const answer = await call();
      this.#answered(trial);
      return answer;
    } catch (error) {
      if (!(error instanceof BackendError) || !(isFault(error) || saysNothing(error))) this.#answered(trial);
      // The one that is let through has to bring an answer; that it was given up doesn't close the circuit.
      else if (trial || isFault(error)) this.#failed(error, started, trial);
      throw error;
    } finally {
      if (trial) this.#trial = undefined;
      trial?.abort();
    }
  }

  /** Whether it opened while a call was waiting for its turn. @throws BackendError `circuitOpen` */
  refuseIfOpen(): void {
    if (this.#open && !this.#trial) throw this.#refusal();
  }

  /** An answer of any kind, or a failure that isn't the backend's, ends the row. */
  #answered(trial: AbortController | undefined): void {
    this.#faults = 0;
    this.#since = Number.POSITIVE_INFINITY;
    if (!trial) return;
    this.#open = undefined;
    this.#tell(0, "backend is back");
  }

  #failed({ status }: BackendError, started: number, trial: AbortController | undefined): void {
    this.#status = status === 504 ? 504 : 503;
    this.#faults += 1;
    this.#since = Math.min(this.#since, started);
    const now = performance.now();
    const before = this.#open;
    const isLongRow = this.#faults >= FAULTS_TO_OPEN && now - this.#since >= ROW_MS - TIMER_SLACK_MS;
    if (before ? !trial : !isLongRow) return;
    const ms = before ? Math.min(before.ms * 2, MAX_OPEN_MS) : OPEN_MS;
    this.#open = { until: now + ms, ms };
    if (!before) this.#tell(1, "backend is left alone");
  }

  #tell(state: 0 | 1, words: string): void {
    circuitStates.set({ backend: this.#name }, state);
    log().warn({ backend: this.#name }, words);
  }

  #refusal(): BackendError {
    return new BackendError(this.#name, "circuitOpen", { status: this.#status });
  }
}

const circuits = new Map<string, Circuit>();

export function circuitOf({ name, baseUrl }: Backend): Circuit {
  const key = `${name} ${baseUrl}`;
  const circuit = circuits.get(key) ?? new Circuit(name);
  circuits.set(key, circuit);
  return circuit;
}
