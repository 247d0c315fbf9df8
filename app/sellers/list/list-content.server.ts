import { BackendError, failureReason } from "~/.server/backend/backend-error";
import { optional } from "~/.server/backend/optional";
import type { SellersApi } from "~/.server/backend/sellers-api";
import { deferred } from "~/.server/http/deferred";
import { isFromOwnPage } from "~/.server/http/origin-check";
import { preferencesCookie, readPreferences } from "~/.server/http/preferences-cookie";
import { requestScope } from "~/.server/http/request-scope";
import { type Draft, fieldsOfDraft } from "~/auth/drafts.server";
import { errorPathOf } from "~/auth/failure-response.server";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { isPageSize, type Preferences } from "~/domain/preferences";
import { parseSellerQuery, type SellerQuery } from "~/domain/query";
import type { SellerPage } from "~/domain/seller";
import { formatDate } from "~/i18n/format";
import { sellersFailure } from "~/layouts/shell/error-words";
import { areNotesOn, findNotes } from "~/sellers/write/seller-notes.server";
import { withPostedLook } from "./change-list.server";
import { describeIgnored } from "./ignored-parameters.server";
import { filterText } from "./selection/selection";
import { findSelection, readSelectedRows, type StoredSelection } from "./selection/selection.server";
import type { TableLook } from "./table/sellers-table";
import type { TypedViewName } from "./views/saved-views";
import { savedViews } from "./views/saved-views.server";

export type ListContent = Awaited<ReturnType<typeof listContent>>["content"];

export async function listContent({ sellers: backend, session, draft, newFormKey, t, request }: FranchiseeContext) {
  const preferences = await readPreferences(request);
  const defaultPageSize = preferences.pageSize;
  const params = new URL(request.url).searchParams;
  const requested = parseSellerQuery(params, { size: defaultPageSize });
  const { selection, size } = requested;
  const [list, saved, selected] = await Promise.all([
    backend.list(requested),
    savedViews(session.sub),
    findSelection(session.sub, selection),
  ]);
  const { sellers, total, page, scannedCount } = list;
  const counts = countByStatus(backend, requested, list);
  // Only a link of the app's own pages stores a new number of rows per page: a link in an e-mail
  // (`/sellers?size=100`) must not.
  const isSizeChosen = isPageSize(size) && size !== defaultPageSize && isFromOwnPage(request);
  const headers: HeadersInit = isSizeChosen
    ? { "Set-Cookie": await preferencesCookie({ ...preferences, pageSize: size }) }
    : {};
  return {
    content: {
      sellers,
      notes: preferences.columns.includes("note") ? await findNotes(sellers.map(({ id }) => id)) : {},
      hasNotes: areNotesOn(),
      total,
      loadedOn: formatDate(Date.now()),
      scannedCount,
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

export type StatusCounts = { all: number; active: number; inactive: number };

async function countByStatus(
  sellers: Pick<SellersApi, "list">,
  { status, ...query }: SellerQuery,
  { total }: SellerPage,
): Promise<StatusCounts | null> {
  // No counts with these filters: the app would read many pages of the backend a second time.
  if (query.mpk || query.names) return null;
  // Besides the list's total: that of all sellers or, if the list shows all, of the active ones.
  const second = await optional(
    sellers.list({ ...query, ...(status ? {} : { status: "active" }), sort: "displayName", page: 1, size: 1 }),
  );
  if (!second || second.scannedCount !== undefined) return null;
  const [all, ofOneStatus] = status ? [second.total, total] : [total, second.total];
  // `max`: a seller added or removed between the two responses could make the difference negative.
  const others = Math.max(0, all - ofOneStatus);
  return status === "inactive"
    ? { all, active: others, inactive: ofOneStatus }
    : { all, active: ofOneStatus, inactive: others };
}

type RestoredForm = { selected?: StoredSelection; restoredLook?: TableLook; typedName?: TypedViewName };

/** Restores a form of the list that was sent after the session had ended. */
function restoredForm(draft: Pick<Draft, "fields">, requested: SellerQuery, current: Preferences): RestoredForm {
  const fields = fieldsOfDraft(draft);
  const intent = fields.get("intent");
  if (intent === "select") return { selected: { ...readSelectedRows(fields), filter: filterText(requested) } };
  if (intent === "display") return { restoredLook: withPostedLook(current, fields) };
  return { typedName: typedNameIn(fields) };
}

function typedNameIn(fields: URLSearchParams): TypedViewName | undefined {
  const [name, newName, view] = [fields.get("name"), fields.get("newName"), fields.get("view")];
  if (name !== null) return { name };
  return newName !== null && view !== null ? { name: newName, view } : undefined;
}

/** The page shows the failure above the list that is already on screen. */
export type FailedList = {
  query: SellerQuery;
  failure: {
    title: string;
    text: string;
    /** The error page, for a browser that shows no list yet. */
    errorPath: string;
  };
};

/**
 * Returns a `FailedList` after a script's request, which keeps the open page. Otherwise rethrows
 * the error, which loads an error page.
 */
export async function failedList(error: unknown, { request, t }: FranchiseeContext) {
  const canKeepPage = requestScope().isDataRequest && error instanceof BackendError && error.kind !== "unauthorized";
  if (!canKeepPage) throw error;
  const { pageSize } = await readPreferences(request);
  const query = parseSellerQuery(new URL(request.url).searchParams, { size: pageSize });
  const failure = {
    title: t(query.q ? "sellers:list.searchFailed" : "listing:failed.list"),
    text: `${sellersFailure(t, failureReason(error))} ${t("listing:failed.stays")}`,
    errorPath: await errorPathOf(error, { request }),
  };
  const content: FailedList = { query, failure };
  return { content, status: error.status };
}
