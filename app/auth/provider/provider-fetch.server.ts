import type { CustomFetch } from "openid-client";
import { BodyTooLarge, readAnswer } from "~/.server/http/body-limits";

/** `fetch` with a cap on the answer's size; the caller's signal is the deadline. */
export const providerFetch: CustomFetch = async (url, options) => {
  const response = await fetch(url, options as RequestInit);
  const { status, headers } = response;
  // A Response of these statuses can't have a body (Fetch standard, "null body status").
  if (!response.body || [101, 204, 205, 304].includes(status)) return new Response(null, { status, headers });
  const body = await readAnswer(response, 1024 * 1024).catch((error: unknown) => {
    throw error instanceof BodyTooLarge ? new TypeError("The provider's answer is too large", { cause: error }) : error;
  });
  return new Response(body, { status, headers });
};
