import { env } from "~/.server/env";

/** The time limit of all attempts of a call. A token's renewal after a 401 takes none of it. */
export class CallDeadline {
  constructor(public msLeft = env().BACKEND_TIMEOUT_MS) {}

  startAttempt(): AttemptClock {
    const controller = new AbortController();
    const startedAt = performance.now();
    const msLeftNow = () => this.msLeft - (performance.now() - startedAt);
    // Aborts in setImmediate, which runs after sockets are read. The timer itself runs before, when
    // a busy event loop may not have read a response that has already arrived.
    const timer = setTimeout(() => setImmediate(() => controller.abort()), Math.max(0, this.msLeft));
    return {
      signal: controller.signal,
      hasTimeForResponse: () => msLeftNow() >= env().BACKEND_TIMEOUT_MS * 0.1,
      stop: () => {
        clearTimeout(timer);
        this.msLeft = msLeftNow();
      },
    };
  }
}

type AttemptClock = {
  /** Aborts when the call's time is over. */
  signal: AbortSignal;
  /** False with less than a tenth of BACKEND_TIMEOUT_MS left: a response would arrive too late. */
  hasTimeForResponse(): boolean;
  stop(): void;
};
