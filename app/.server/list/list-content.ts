import { isPageSize } from "~/profile/preferences";
import { parseSellerQuery } from "~/sellers/query";
import type { Franchisee } from "../auth/guard";
import { preferencesCookie, readPreferences } from "../preferences";
import { findSelection } from "./kept-selection";
import { savedViews } from "./saved-views";

/** What the list shows for a URL, and the headers that go with it. */
export async function listContent({ api, session, draft, newFormKey }: Franchisee, request: Request) {
  const preferences = readPreferences(request);
  const usualSize = preferences.pageSize;
  const asked = parseSellerQuery(new URL(request.url).searchParams, { size: usualSize });
  const { selection } = asked;
  const [{ sellers, total, page, lookedThrough }, saved, kept, formKey] = await Promise.all([
    api.sellers.list(asked),
    savedViews(session.sub),
    selection ? findSelection(session.sub, selection) : [],
    newFormKey(),
  ]);
  const headers = new Headers();
  // „Na stronę” is remembered from the link that chose it (SPEC.md §8's pagination).
  if (isPageSize(asked.size) && asked.size !== usualSize) {
    headers.append("Set-Cookie", preferencesCookie({ ...preferences, pageSize: asked.size }));
  }
  const { name } = draft?.fields ?? {};
  const held = typeof name === "string" ? { name } : undefined;
  const query = { ...asked, page };
  return { content: { sellers, total, lookedThrough, query, usualSize, saved, kept, formKey, held }, headers };
}
