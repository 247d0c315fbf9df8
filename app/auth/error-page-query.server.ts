import { isRequestId, requestScope } from "~/.server/http/request-scope";
import { isDraftId } from "~/auth/drafts.server";
import { returnPath } from "~/auth/sign-in/return-path.server";

/** An error page's query: the failed request's id and time (in seconds since the epoch). */
export function incidentQuery(): { id: string; at: string } {
  return { id: requestScope().id, at: String(Math.floor(Date.now() / 1000)) };
}

/** What a person quotes who reports an error. */
export type Incident = {
  /** Absent where the failed request is the page's own. */
  requestId?: string;
  /** In ms since the epoch. */
  at: number;
};

/** Reads an error page's query, which anybody may have written. */
export function incidentIn(query: URLSearchParams): Incident {
  const id = query.get("id") ?? "";
  const at = /^\d{1,11}$/.test(query.get("at") ?? "") ? Number(query.get("at")) * 1000 : Date.now();
  return { requestId: isRequestId(id) ? id : undefined, at };
}

/** @returns the path of the form's page, which fills itself from the draft */
export function draftPath(query: URLSearchParams): string | null {
  const from = query.get("from");
  const draft = query.get("draft");
  if (!from || !draft || !isDraftId(draft)) return null;
  const url = new URL(returnPath(from), "http://path.invalid");
  url.searchParams.set("draft", draft);
  return url.pathname + url.search + url.hash;
}
