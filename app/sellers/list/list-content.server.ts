import { isFromOwnPage } from "~/.server/http/origin-check";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { isPageSize } from "~/domain/page-size";
import { isHistoryColumn, mergePreferences, type Preferences, parsePreferences } from "~/domain/preferences";
import { parseSellerQuery } from "~/domain/query";
import { preferencesCookie, readPreferences } from "~/profile/preferences-cookie.server";
import { sellerDates } from "~/sellers/history/seller-dates.server";
import { ignoredParameters } from "./ignored-parameters.server";
import type { TypedViewName } from "./saved-view";
import { savedViews } from "./saved-views.server";
import { findSelection } from "./stored-selection.server";

export type ListContent = Awaited<ReturnType<typeof listContent>>["content"];

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
    selection ? findSelection(session.sub, selection) : { ids: [] },
    newFormKey(),
  ]);
  const dates = preferences.columns.some(isHistoryColumn) ? await sellerDates(sellers) : undefined;
  const headers = new Headers();
  // „Na stronę” is remembered from the link that chose it (docs/product.md §8's pagination), not from an address that was typed or sent.
  if (isPageSize(asked.size) && asked.size !== defaultPageSize && isFromOwnPage(request)) {
    headers.append("Set-Cookie", preferencesCookie({ ...preferences, pageSize: asked.size }));
  }
  const { name, newName, view, intent, ids } = draft?.fields ?? {};
  const renamed = typeof newName === "string" && typeof view === "string" ? { name: newName, view } : undefined;
  const typedName: TypedViewName | undefined = typeof name === "string" ? { name } : renamed;
  const restoredLook = draft && lookIn(draft.fields, preferences);
  const query = { ...asked, page };
  const ignored = ignoredParameters(params, t);
  return {
    content: {
      sellers,
      dates,
      total,
      scannedCount,
      query,
      defaultPageSize,
      saved,
      // Rows that were to be kept when the session had ended.
      selected: intent === "select" ? { ids: [ids ?? []].flat() } : selected,
      formKey,
      typedName,
      restoredLook,
      ignored,
    },
    headers,
  };
}

/** The columns and the spacing of a draft that was to change these. */
function lookIn(fields: Record<string, string | string[]>, preferences: Preferences) {
  const { intent, density, columns = [], shown } = fields;
  if (intent !== "display") return undefined;
  const posted = parsePreferences({ ...preferences, density, columns: [columns].flat() });
  const chosen = mergePreferences(preferences, posted, shown);
  return { density: chosen.density, columns: chosen.columns };
}
