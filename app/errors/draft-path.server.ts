import { isDraftId } from "~/auth/drafts.server";
import { returnPath } from "~/auth/sign-in/return-path.server";

/** A form's own page, told to fill itself from the draft: `from` and `draft` of an error page's query. */
export function draftPath(query: URLSearchParams): string | null {
  const from = query.get("from");
  const draft = query.get("draft");
  if (!from || !draft || !isDraftId(draft)) return null;
  const url = new URL(returnPath(from), "http://path.invalid");
  url.searchParams.set("draft", draft);
  return url.pathname + url.search + url.hash;
}
