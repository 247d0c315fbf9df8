import { log } from "~/.server/log";
import { BackendError, type FailureReason, failureReason } from "./backend-error";

export type ValueOrReason<T> = { isKnown: true; value: T } | { isKnown: false; reason: FailureReason };

export const UNREACHABLE: ValueOrReason<never> = { isKnown: false, reason: "unreachable" };

/** Returns null if the call fails, for a part that a page can do without, such as a picture. */
export async function optional<T>(call: Promise<T>): Promise<T | null> {
  const part = await valueOrReason(call);
  return part.isKnown ? part.value : null;
}

/** Like `optional`, for the dashboard, which says why its counts are missing. */
export async function valueOrReason<T>(call: Promise<T>): Promise<ValueOrReason<T>> {
  try {
    return { isKnown: true, value: await call };
  } catch (error) {
    // The backend client has logged each BackendError already.
    if (!(error instanceof BackendError)) {
      log().error({ err: error }, "a part of a page is missing");
    }
    return { isKnown: false, reason: failureReason(error) };
  }
}
