import { BackendError, failureReason } from "~/.server/backend/backend-error";
import { optional } from "~/.server/backend/optional";
import type { SellersApi } from "~/.server/backend/sellers-api";
import { deferred } from "~/.server/http/deferred";
import { isFromOwnPage } from "~/.server/http/origin-check";
import { preferencesCookie, readPreferences } from "~/.server/http/preferences-cookie";
import { requestScope } from "~/.server/http/request-scope";
import { postedFields } from "~/auth/drafts.server";
import { failureResponse } from "~/auth/failure-response.server";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { isHistoryColumn, isPageSize, mergePreferences, type Preferences, preferencesOf } from "~/domain/preferences";
import { isFilteredByDate, parseSellerQuery, type SellerQuery } from "~/domain/query";
import type { Seller, SellerPage } from "~/domain/seller";
import { sellerDates } from "~/sellers/history/seller-changes.server";
import { areNotesOn, findNotes } from "~/sellers/write/seller-notes.server";
import type { RowExtras } from "./cells";
import { describeIgnored, readWrongDays } from "./ignored-parameters.server";
import { menuOf } from "./list-href";
import type { TypedViewName } from "./saved-views";
import { savedViews } from "./saved-views.server";
import { filterText } from "./selection";
import { findSelection, readSelectedRows } from "./selection.server";

export type ListContent = Awaited<ReturnType<typeof listContent>>["content"];

export async function listContent({
  sellers: backend,
  session,
  form,
  draft,
  newFormKey,
  t,
  request,
}: FranchiseeContext) {
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
  // „Na stronę” is remembered from the list's own link, not from an address that somebody typed or
  // sent.
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
      // A draft holds the rows that were to be stored when the session had ended.
      selected:
        draft?.fields.intent === "select"
          ? { ...readSelectedRows(postedFields({ form, draft })), filter: filterText(requested) }
          : selected,
      formKey: newFormKey(),
      typedName: draft && typedNameOf(draft.fields),
      restoredLook: draft && lookOfDraft(draft.fields, preferences),
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

type DraftFields = Record<string, string | string[]>;

/** The name that was typed for a new view, or for the view that was to be renamed. */
function typedNameOf({ name, newName, view }: DraftFields): TypedViewName | undefined {
  if (typeof name === "string") return { name };
  return typeof newName === "string" && typeof view === "string" ? { name: newName, view } : undefined;
}

function lookOfDraft(fields: DraftFields, preferences: Preferences) {
  const { intent, density, columns = [], shown } = fields;
  if (intent !== "display") return undefined;
  const posted = preferencesOf({ ...preferences, density, columns: [columns].flat() });
  const merged = mergePreferences(preferences, posted, shown);
  return { density: merged.density, columns: merged.columns };
}

/** A list that couldn't be loaded: the page keeps the list on screen and says why. */
export type FailedList = {
  query: SellerQuery;
  failure: {
    title: string;
    text: string;
    /** For a browser that shows no list yet. */
    errorPath: string;
  };
};

/**
 * Answers a script's request with the failure, so that the page and what is typed in it stay.
 * @throws the error itself when the request is for a document, or the session has ended
 */
export async function failedList(error: unknown, { request, t }: FranchiseeContext) {
  const keepsPage = requestScope().isDataRequest && error instanceof BackendError && error.kind !== "unauthorized";
  if (!keepsPage) throw error;
  const query = parseSellerQuery(new URL(request.url).searchParams, { size: readPreferences(request).pageSize });
  const { headers } = await failureResponse(error, { request });
  const failure = {
    title: t(query.q ? "listing:failed.search" : "listing:failed.list"),
    text: `${t(`errors:sellers.${failureReason(error)}`)} ${t("listing:failed.stays")}`,
    errorPath: headers.get("Location") ?? "",
  };
  const content: FailedList = { query, failure };
  return { content, status: error.status };
}

export type StatusCounts = { all: number; active: number; inactive: number };

/**
 * Counts by the list's own total and that of a second list with another status.
 * @returns null when the second call fails, or would have to look through many pages
 */
async function countByStatus(
  sellers: Pick<SellersApi, "list">,
  { selection, status, ...query }: SellerQuery,
  { total, isDatedOnly }: SellerPage,
): Promise<StatusCounts | null> {
  if (query.mpk || query.names || query.same || isFilteredByDate(query) || isDatedOnly) return null;
  const second = await optional(
    sellers.list({ ...query, ...(status ? {} : { status: "active" }), sort: "displayName", page: 1, size: 1 }),
  );
  if (!second || second.scannedCount !== undefined) return null;
  const [all, ofOneStatus] = status ? [second.total, total] : [total, second.total];
  // A seller may be added or disappear between the two answers.
  const others = Math.max(0, all - ofOneStatus);
  return status === "inactive"
    ? { all, active: others, inactive: ofOneStatus }
    : { all, active: ofOneStatus, inactive: others };
}
