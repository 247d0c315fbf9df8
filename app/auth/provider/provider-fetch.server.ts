import type { CustomFetch } from "openid-client";
import { isRecord } from "~/.server/backend/contract/parse-json";
import { BodyTooLarge, readAnswer } from "~/.server/http/body-limits";

const MAX_ANSWER_BYTES = 1024 * 1024;

/** `fetch` with a cap on the answer's size; the caller's signal is the deadline. */
export const providerFetch: CustomFetch = async (url, options) => {
  const response = await fetch(url, options as RequestInit);
  const { status, headers } = response;
  // A Response of some statuses can't have a body (Fetch standard, "null body status").
  if (!response.body) return new Response(null, { status, headers });
  const body = await readAnswer(response, MAX_ANSWER_BYTES).catch((error: unknown) => {
    // openid-client replaces an error of another class, and the log would lose the message.
    throw error instanceof BodyTooLarge ? new TypeError("The provider's answer is too large", { cause: error }) : error;
  });
  return new Response(body, { status, headers });
};

/**
 * Leaves out members that are null or empty, because some providers send blanks.
 * @param isOptional whether a member may be missing; the others stay as they are
 */
export function withoutBlanks<T extends object>(answer: T, isOptional: (name: string) => boolean): T {
  const isFilled = ([name, value]: [string, unknown]) => !isOptional(name) || (value !== null && value !== "");
  return Object.fromEntries(Object.entries(answer).filter(isFilled)) as T;
}

/** The members of a JSON object without blanks; undefined for a text that holds no object. */
export function membersIn(text: string, isOptional: (name: string) => boolean): Record<string, unknown> | undefined {
  try {
    const answer: unknown = JSON.parse(text);
    return isRecord(answer) ? withoutBlanks(answer, isOptional) : undefined;
  } catch {
    return undefined;
  }
}
