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

/** Applies `withoutBlanks` to a JSON text; a text that holds no object is returned unchanged. */
export function textWithoutBlanks(text: string, isOptional: (name: string) => boolean): string {
  try {
    const answer: unknown = JSON.parse(text);
    return isRecord(answer) ? JSON.stringify(withoutBlanks(answer, isOptional)) : text;
  } catch {
    return text;
  }
}
