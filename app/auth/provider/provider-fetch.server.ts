import type { CustomFetch } from "openid-client";
import { isRecord } from "~/.server/backend/contract/parse-json";
import { BodyTooLarge, readAnswer } from "~/.server/http/body-limits";

const MAX_ANSWER_BYTES = 1024 * 1024;

/** `fetch` with a size limit. */
export const providerFetch: CustomFetch = async (url, options) => {
  const response = await fetch(url, options as RequestInit);
  const { status, headers } = response;
  // `new Response(body)` throws for some statuses, such as 204.
  if (!response.body) return new Response(null, { status, headers });
  const body = await readAnswer(response, MAX_ANSWER_BYTES).catch((error: unknown) => {
    // openid-client replaces errors that aren't a TypeError, and the log would lose this message.
    throw error instanceof BodyTooLarge ? new TypeError("The provider's answer is too large", { cause: error }) : error;
  });
  return new Response(body, { status, headers });
};

/** Removes optional members that are `null` or "": some providers don't leave them out. */
export function withoutBlanks<T extends object>(answer: T, isOptional: (name: string) => boolean): T {
  const isFilled = ([name, value]: [string, unknown]) => !isOptional(name) || (value !== null && value !== "");
  return Object.fromEntries(Object.entries(answer).filter(isFilled)) as T;
}

/** @returns undefined if the text isn't a JSON object */
export function membersIn(text: string, isOptional: (name: string) => boolean): Record<string, unknown> | undefined {
  try {
    const answer: unknown = JSON.parse(text);
    return isRecord(answer) ? withoutBlanks(answer, isOptional) : undefined;
  } catch {
    return undefined;
  }
}
