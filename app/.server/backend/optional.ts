import { log } from "~/.server/log";
import { BackendError, type WhyFailed, whyFailed } from "./backend-error";

/** A value that a page can do without, or the reason why it is missing. */
export type Optional<T> = { isKnown: true; value: T } | { isKnown: false; why: WhyFailed };

export const unreachable: Optional<never> = { isKnown: false, why: "unreachable" };

/** For a call that a page can do without (docs/architecture.md §3). Never rejects. */
export async function optional<T>(call: Promise<T>): Promise<Optional<T>> {
  try {
    return { isKnown: true, value: await call };
  } catch (error) {
    // The backend client has logged its failures already.
    if (!(error instanceof BackendError)) {
      log().error({ err: error }, "a part of a page is missing");
    }
    return { isKnown: false, why: whyFailed(error) };
  }
}

/** Returns the value, or null where the page doesn't say why it is missing. */
export function optionalValue<T>(part: Optional<T>): T | null {
  return part.isKnown ? part.value : null;
}
