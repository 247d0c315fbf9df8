import { setTimeout as pause } from "node:timers/promises";
import {
  type CircuitBreakerPolicy,
  CircuitState,
  circuitBreaker,
  ExponentialBackoff,
  handleWhen,
  type IBreaker,
  noJitterGenerator,
} from "cockatiel";
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

/** Faults in a row, from the beginning of the first call that met one. */
class FaultRow implements IBreaker {
  state = 0;
  #since = Number.POSITIVE_INFINITY;

  /** @param started of a call that will count as a failure (monotonic, in ms) */
  begin(started: number): void {
    this.#since = Math.min(this.#since, started);
  }

  success(): void {
    this.state = 0;
    this.#since = Number.POSITIVE_INFINITY;
  }

  failure(): boolean {
    this.state += 1;
    return this.state >= FAULTS_TO_OPEN && performance.now() - this.#since >= ROW_MS - TIMER_SLACK_MS;
  }
}

type Ended<T> = { value: T } | { error: unknown };

/**
 * Keeps calls from a backend that is out of order, so that nobody waits for a deadline that others have met already: fails fast
 * after a row of faults, and lets a call through now and then until one is answered.
 */
export class Circuit {
  readonly #name: BackendName;
  readonly #policy: CircuitBreakerPolicy;
  readonly #row = new FaultRow();

  constructor(name: BackendName) {
    this.#name = name;
    const counts = (error: Error) =>
      error instanceof BackendError &&
      // The one that is let through has to bring an answer; that it was given up doesn't close the circuit.
      (isFault(error) || (saysNothing(error) && this.#policy.state === CircuitState.HalfOpen));
    this.#policy = circuitBreaker(handleWhen(counts), {
      halfOpenAfter: new ExponentialBackoff({
        initialDelay: OPEN_MS,
        maxDelay: MAX_OPEN_MS,
        generator: noJitterGenerator,
      }),
      breaker: this.#row,
    });
    circuitStates.set({ backend: name }, 0);
    this.#policy.onStateChange((state) => {
      circuitStates.set({ backend: name }, state === CircuitState.Closed ? 0 : 1);
      if (state === CircuitState.HalfOpen) return;
      log().warn({ backend: name }, state === CircuitState.Open ? "backend is left alone" : "backend is back");
    });
  }

  /** @throws BackendError `circuitOpen` at once, with nothing sent; whatever the call throws */
  async run<T>(call: () => Promise<T>): Promise<T> {
    if (this.#policy.state === CircuitState.HalfOpen) await this.#probed();
    if (this.#policy.state === CircuitState.HalfOpen) throw this.#refusal();
    let ended: Ended<T>;
    try {
      ended = await this.#policy.execute(() => this.#outcomeOf(call));
    } catch (error) {
      throw error instanceof BackendError ? error : this.#refusal(error);
    }
    if ("error" in ended) throw ended.error;
    return ended.value;
  }

  /** Whether it opened while a call was waiting for its turn. @throws BackendError `circuitOpen` */
  refuseIfOpen(): void {
    if (this.#policy.state === CircuitState.Open) throw this.#refusal();
  }

  /** An answer of any kind, and a failure that isn't the backend's, is none of the circuit's business. */
  async #outcomeOf<T>(call: () => Promise<T>): Promise<Ended<T>> {
    const started = performance.now();
    try {
      return { value: await call() };
    } catch (error) {
      if (!(error instanceof BackendError) || !(isFault(error) || saysNothing(error))) return { error };
      if (isFault(error)) this.#row.begin(started);
      throw error;
    }
  }

  async #probed(): Promise<void> {
    const waiting = new AbortController();
    const listener = this.#policy.onStateChange(() => waiting.abort());
    await pause(PROBE_WAIT_MS, undefined, { signal: waiting.signal }).catch(() => undefined);
    listener.dispose();
  }

  /** With the status that people saw before it opened (docs/product.md §8). */
  #refusal(cause?: unknown): BackendError {
    const failure = this.#policy.lastFailure;
    const last = failure && "error" in failure ? failure.error : undefined;
    const status = last instanceof BackendError && last.status === 504 ? 504 : 503;
    return new BackendError(this.#name, "circuitOpen", { status, cause });
  }
}

const circuits = new Map<string, Circuit>();

export function circuitOf({ name, baseUrl }: Backend): Circuit {
  const key = `${name} ${baseUrl}`;
  const circuit = circuits.get(key) ?? new Circuit(name);
  circuits.set(key, circuit);
  return circuit;
}
