import { deferred } from "~/.server/http/deferred";
import { isFromOwnPage } from "~/.server/http/origin-check";
import { preferencesCookie, readPreferences } from "~/.server/http/preferences-cookie";
import { type Draft, fieldsOfDraft } from "~/auth/drafts.server";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { isHistoryColumn, isPageSize, type Preferences } from "~/domain/preferences";
import { parseSellerQuery, type SellerQuery } from "~/domain/query";
import type { Seller } from "~/domain/seller";
import { sellerDates } from "~/sellers/history/seller-changes.server";
import { areNotesOn, findNotes } from "~/sellers/write/seller-notes.server";
import type { RowExtras } from "./cells";
import { withPostedLook } from "./change-list.server";
import { describeIgnored, readWrongDays } from "./ignored-parameters.server";
import { menuOf } from "./list-menu";
import type { TypedViewName } from "./saved-views";
import { savedViews } from "./saved-views.server";
import { filterText } from "./selection";
import { findSelection, readSelectedRows, type StoredSelection } from "./selection.server";
import type { TableLook } from "./sellers-table";
import { countByStatus } from "./status-tabs.server";

export type ListContent = Awaited<ReturnType<typeof listContent>>["content"];

export async function listContent({ sellers: backend, session, draft, newFormKey, t, request }: FranchiseeContext) {
  const preferences = readPreferences(request);
  const defaultPageSize = preferences.pageSize;
  const params = new URL(request.url).searchParams;
  const requested = parseSellerQuery(params, { size: defaultPageSize });
  const { selection, size } = requested;
  const [list, saved, selected] = await Promise.all([
    backend.list(requested),
    savedViews(session.sub),
    findSelection(session.sub, selection),
  ]);
  const { sellers, total, page, scannedCount, isDatedOnly } = list;
  const counts = countByStatus(backend, requested, list);
  // „Na stronę” is remembered only from the list's own link, not from an address typed or sent.
  const isSizeChosen = isPageSize(size) && size !== defaultPageSize && isFromOwnPage(request);
  const headers: HeadersInit = isSizeChosen
    ? { "Set-Cookie": preferencesCookie({ ...preferences, pageSize: size }) }
    : {};
  return {
    content: {
      sellers,
      extras: await rowExtras(sellers, preferences.columns),
      hasNotes: areNotesOn(),
      menu: menuOf(params),
      total,
      scannedCount,
      isDatedOnly,
      wrongDays: readWrongDays(params, t),
      query: { ...requested, page },
      defaultPageSize,
      saved,
      selected,
      ...(draft && restoredForm(draft, requested, preferences)),
      formKey: newFormKey(),
      ignored: describeIgnored(params, t),
      ...(await deferred(request, { counts }, { counts: null })),
    },
    headers,
  };
}

/** What this app keeps of the sellers, by their ids; undefined if no column shows it. */
async function rowExtras(
  sellers: readonly Seller[],
  columns: Preferences["columns"],
): Promise<Record<string, RowExtras> | undefined> {
  const dates = columns.some(isHistoryColumn) ? await sellerDates(sellers) : undefined;
  const notes = areNotesOn() && columns.includes("note") ? await findNotes(sellers.map(({ id }) => id)) : undefined;
  if (!dates && !notes) return undefined;
  return Object.fromEntries(sellers.map(({ id }) => [id, { ...dates?.[id], note: notes?.[id] }]));
}

type RestoredForm = { selected?: StoredSelection; restoredLook?: TableLook; typedName?: TypedViewName };

/** Returns what the list shows again of a form that was posted after the session had ended. */
function restoredForm(draft: Pick<Draft, "fields">, requested: SellerQuery, current: Preferences): RestoredForm {
  const fields = fieldsOfDraft(draft);
  const intent = fields.get("intent");
  if (intent === "select") return { selected: { ...readSelectedRows(fields), filter: filterText(requested) } };
  if (intent === "display") return { restoredLook: withPostedLook(current, fields) };
  return { typedName: typedNameIn(fields) };
}

/** The name typed for a new view or for renaming a view; undefined if the form was another. */
function typedNameIn(fields: URLSearchParams): TypedViewName | undefined {
  const [name, newName, view] = [fields.get("name"), fields.get("newName"), fields.get("view")];
  if (name !== null) return { name };
  return newName !== null && view !== null ? { name: newName, view } : undefined;
}
