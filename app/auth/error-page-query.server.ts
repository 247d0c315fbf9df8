import { isRequestId } from "~/.server/http/request-scope";
import { isDraftId } from "~/auth/drafts.server";
import { returnPath } from "~/auth/sign-in/return-path.server";

/** @returns the failed request's id, or undefined if the address names no valid id */
export function failedRequestId(query: URLSearchParams): string | undefined {
  const id = query.get("id") ?? "";
  return isRequestId(id) ? id : undefined;
}

/** @returns the form's page with the draft; null if `from` or a valid draft id is missing */
export function draftPath(query: URLSearchParams): string | null {
  const from = query.get("from");
  const draft = query.get("draft");
  if (!from || !draft || !isDraftId(draft)) return null;
  const url = new URL(returnPath(from), "http://path.invalid");
  url.searchParams.set("draft", draft);
  return url.pathname + url.search + url.hash;
}
