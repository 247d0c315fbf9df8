import { log } from "~/.server/log";
import { BackendError, type WhyFailed, whyFailed } from "./backend-error";

/** A value that a page can do without, or the reason why it is missing. */
export type Optional<T> = { known: true; value: T } | { known: false; why: WhyFailed };

export const unreachable: Optional<never> = { known: false, why: "unreachable" };

/** For a call that a page can do without (docs/architecture.md §3). Never rejects. */
export async function optional<T>(call: Promise<T>): Promise<Optional<T>> {
  try {
    return { known: true, value: await call };
  } catch (error) {
    // The backend client has logged its failures already.
    if (!(error instanceof BackendError)) {
      log().error({ err: error }, "a part of a page is missing");
    }
    return { known: false, why: whyFailed(error) };
  }
}

/** Returns the value, or null where the page doesn't say why it is missing. */
export function known<T>(part: Optional<T>): T | null {
  return part.known ? part.value : null;
}
