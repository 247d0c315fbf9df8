import { log } from "~/.server/log";
import { BackendError, type WhyFailed, whyFailed } from "./backend-error";

/** What a page can do without: its value, or why there is none. */
export type Optional<T> = { known: true; value: T } | { known: false; why: WhyFailed };

/** The value for a call that the page no longer waits for. */
export const unreachable: Optional<never> = { known: false, why: "unreachable" };

/**
 * A call that its page can do without (docs/architecture.md §3): whatever becomes of it, the page stands and the session lives.
 * Caught here, where it is made; never rejects, so that it may be left waiting while the page is sent.
 */
export async function optional<T>(call: Promise<T>): Promise<Optional<T>> {
  try {
    return { known: true, value: await call };
  } catch (error) {
    // The client has logged the backend's failures already.
    if (!(error instanceof BackendError)) {
      log().error({ err: error }, "a part of a page is missing");
    }
    return { known: false, why: whyFailed(error) };
  }
}

/** The value, or null for one that isn't known, where the page needn't say why. */
export function known<T>(part: Optional<T>): T | null {
  return part.known ? part.value : null;
}
