import { BackendError } from "~/.server/backend/backend-error";
import type { Batch } from "~/.server/backend/matching-sellers";
import { optional } from "~/.server/backend/optional";
import { database } from "~/.server/db/database";
import { addNews } from "~/.server/db/news";
import { inDownloadSlot, slotRefusal } from "~/.server/http/download";
import { inSlices } from "~/.server/in-slices";
import { admittedRows } from "~/auth/admitted-rows.server";
import { postedFields } from "~/auth/drafts.server";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { columns as allColumns, type Column, cellsOf } from "~/domain/file-columns";
import { listPath, listQuery } from "~/domain/paths";
import { parseSellerQuery, type SellerQuery } from "~/domain/query";
import { SellerIndex } from "~/domain/seller-index";
import { MAX_SELECTED } from "../selection/selection";
import { readPostedSelection } from "../selection/selection.server";

const NEWS_LIFE_MS = 24 * 3_600_000;

class TooManyRows extends Error {
  constructor(
    readonly max: number,
    readonly total: number,
  ) {
    super(`An export has ${total} rows, more than ${max}`);
  }
}

export type ExportRequest = {
  /** With `ids` the query only sorts. */
  query: SellerQuery;
  /** The URL parameters of the list, for links back: `q=jan&page=2`. */
  list: string;
  ids?: string[];
  leftOut?: string[];
  columns: readonly Column[];
};

/** Reads a link (`?q=jan&columns=email.mpk`), or the form of ticked sellers or its draft. */
function exportRequest(ctx: Pick<FranchiseeContext, "request" | "form" | "draft">): ExportRequest {
  const { searchParams } = new URL(ctx.request.url);
  const names = searchParams.get("columns")?.split(".");
  const columns = names
    ? allColumns.filter((column) => column === "displayName" || names.includes(column))
    : allColumns;
  if (ctx.request.method !== "POST" && !ctx.draft) {
    return { query: parseSellerQuery(searchParams), list: listQuery(searchParams), columns };
  }
  const { query, list, ...ticked } = readPostedSelection(postedFields(ctx));
  return { query, list, ...(ticked.all ? { leftOut: ticked.leftOut } : { ids: ticked.ids }), columns };
}

/** Yields batches of rows. @throws BackendError `incomplete` at the end if sellers are missing */
export async function* exportedRows(
  { sellers: backend, session, t }: Pick<FranchiseeContext, "sellers" | "session" | "t">,
  { query, ids, leftOut, columns }: Omit<ExportRequest, "list">,
  maxRows = Number.POSITIVE_INFINITY,
): AsyncGenerator<string[][], void> {
  const cells = cellsOf(t, columns);
  const exceptions = new Set(leftOut);
  const batches = ids ? tickedSellers(backend, ids, query) : backend.allMatching(query);
  for await (const { sellers, total } of inDownloadSlot(session.sub, batches)) {
    if (total > maxRows) throw new TooManyRows(maxRows, total);
    yield sellers.filter(({ id }) => !exceptions.has(id)).map(cells);
  }
}

/** @param onNoticeRow called if the last row is a notice, for example about missing sellers */
export async function* fileRows(
  ctx: Pick<FranchiseeContext, "sellers" | "session" | "tokens" | "t">,
  request: Omit<ExportRequest, "list">,
  { maxRows, onNoticeRow }: { maxRows?: number; onNoticeRow?: () => void } = {},
): AsyncGenerator<string[][], void> {
  const columns = request.columns.length;
  try {
    yield* admittedRows(ctx, exportedRows(ctx, request, maxRows), { columns, onCut: onNoticeRow });
  } catch (error) {
    if (!(error instanceof BackendError) || error.kind !== "incomplete") throw error;
    const { missing } = error;
    onNoticeRow?.();
    await optional(database().then((db) => addNews(db, ctx.session.sub, { missing }, NEWS_LIFE_MS)));
    yield [[ctx.t("files:missing", { count: missing }), ...request.columns.slice(1).map(() => "")]];
  }
}

async function* tickedSellers(
  { getMany }: Pick<FranchiseeContext["sellers"], "getMany">,
  ids: readonly string[],
  { sort }: Pick<SellerQuery, "sort">,
): AsyncGenerator<Batch, void> {
  const sellers = await getMany(ids);
  const query = { q: "", sort, page: 1, size: MAX_SELECTED };
  yield inSlices(new SellerIndex(sellers).find(query));
}

/** Reads the posted or linked request and prints it. Redirects to the list if that fails. */
export async function withExport<Printed = Response>(
  ctx: FranchiseeContext,
  print: (request: ExportRequest) => Promise<Printed>,
): Promise<Printed | Response> {
  const { redirect, t } = ctx;
  const request = exportRequest(ctx);
  const back = (text: string) => redirect(listPath(request.list), { flash: { kind: "error", text } });
  if (request.ids?.length === 0) return back(t("sellers:selection.nobody"));
  if (request.ids && request.ids.length > MAX_SELECTED)
    return back(t("sellers:selection.full", { count: MAX_SELECTED }));
  try {
    return await print(request);
  } catch (error) {
    if (error instanceof TooManyRows) return back(t("files:tooManyRows", { most: error.max, total: error.total }));
    if (error instanceof BackendError && error.kind === "incomplete") return back(t("errors:advice.incomplete"));
    return back(slotRefusal(error, t));
  }
}

const MAX_EMAILS = 5_000;
/** Excludes `a@x.pl; b@x.pl` and `Jan <jan@x.pl>`: the backend may have stored any text. */
const ONE_ADDRESS = /^[^\s;,<>"]+@[^\s;,<>"]+$/;

type Emails = {
  emails: string[];
  /** Sellers without an address, or with one that can't be copied. */
  skippedCount: number;
  list: string;
};

export function readEmailsToCopy(ctx: FranchiseeContext): Promise<Emails | Response> {
  return withExport<Emails | Response>(ctx, async ({ list, ...exportRequest }) => {
    const emails = new Map<string, string>();
    let sellerCount = 0;
    let skippedCount = 0;
    for await (const rows of exportedRows(ctx, { ...exportRequest, columns: ["email"] })) {
      sellerCount += rows.length;
      if (sellerCount > MAX_EMAILS) {
        const text = ctx.t("files:tooManyEmails", { most: MAX_EMAILS });
        return ctx.redirect(listPath(list), { flash: { kind: "error", text } });
      }
      for (const [email = ""] of rows) {
        if (ONE_ADDRESS.test(email)) emails.set(email.toLowerCase(), email);
        else skippedCount += 1;
      }
    }
    return { emails: [...emails.values()], skippedCount, list };
  });
}
