import { env } from "~/.server/env";

/** The remaining time of a call. The clock stops while the access token is renewed after a 401. */
export class CallDeadline {
  constructor(public msLeft = env().BACKEND_TIMEOUT_MS) {}

  startAttempt(): AttemptClock {
    const controller = new AbortController();
    const startedAt = performance.now();
    const msLeftNow = () => this.msLeft - (performance.now() - startedAt);
    // A busy event loop runs timers before it reads sockets. It runs setImmediate after reading
    // them, so a response that has already arrived isn't lost.
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
