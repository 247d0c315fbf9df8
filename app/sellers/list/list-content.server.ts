import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { isPageSize } from "~/franchisee/preferences";
import { preferencesCookie, readPreferences } from "~/profile/preferences-cookie.server";
import { parseSellerQuery } from "~/sellers/query";
import { ignoredParameters } from "./ignored-parameters.server";
import { savedViews } from "./saved-views.server";
import { findSelection } from "./stored-selection.server";

/** What the list shows for a URL, and the headers that go with it. */
export async function listContent(
  { sellers: backend, session, draft, newFormKey, t }: FranchiseeContext,
  request: Request,
) {
  const preferences = readPreferences(request);
  const defaultPageSize = preferences.pageSize;
  const params = new URL(request.url).searchParams;
  const asked = parseSellerQuery(params, { size: defaultPageSize });
  const { selection } = asked;
  const [{ sellers, total, page, scannedCount }, saved, selected, formKey] = await Promise.all([
    backend.list(asked),
    savedViews(session.sub),
    selection ? findSelection(session.sub, selection) : [],
    newFormKey(),
  ]);
  const headers = new Headers();
  // „Na stronę” is remembered from the link that chose it (docs/product.md §8's pagination).
  if (isPageSize(asked.size) && asked.size !== defaultPageSize) {
    headers.append("Set-Cookie", preferencesCookie({ ...preferences, pageSize: asked.size }));
  }
  const { name } = draft?.fields ?? {};
  const typedName = typeof name === "string" ? { name } : undefined;
  const query = { ...asked, page };
  const ignored = ignoredParameters(params, t);
  return {
    content: { sellers, total, scannedCount, query, defaultPageSize, saved, selected, formKey, typedName, ignored },
    headers,
  };
}
