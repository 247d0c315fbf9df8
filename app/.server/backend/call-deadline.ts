import { env } from "~/.server/env";

/**
 * The time that a call has left, at first BACKEND_TIMEOUT_MS. Its wait for a slot (backend-slots.ts)
 * and all its attempts use it up; renewing the access token after a 401 doesn't.
 */
export class CallDeadline {
  constructor(
    /** In ms. */
    public msLeft = env().BACKEND_TIMEOUT_MS,
  ) {}

  /** Runs the clock for one attempt; `signal` aborts when the time is over. */
  startAttempt(): AttemptClock {
    const controller = new AbortController();
    const startedAt = performance.now();
    const msLeftNow = () => this.msLeft - (performance.now() - startedAt);
    // A busy event loop fires timers before it reads sockets. setImmediate lets it read them first,
    // so that a response that has arrived counts.
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
  signal: AbortSignal;
  /** False with less than a tenth of a call's full time: no response would come in time. */
  hasTimeForResponse(): boolean;
  stop(): void;
};
