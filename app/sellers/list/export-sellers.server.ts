import { setImmediate as nextTurn } from "node:timers/promises";
import { allMatching, type Batch } from "~/.server/backend/all-matching";
import { isHidden } from "~/.server/backend/backend-error";
import { FairSlots } from "~/.server/fair-slots";
import { requestScope } from "~/.server/http/request-scope";
import { inSlices } from "~/.server/in-slices";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { type Column, cellsOf, columns } from "~/domain/columns";
import { listPath, listQuery } from "~/domain/list-link";
import { parseSellerQuery, type SellerQuery } from "~/domain/query";
import type { Seller } from "~/domain/seller";
import { SellerIndex } from "~/domain/seller-index";
import { formatDate } from "~/i18n/format";
import { MAX_SELECTED } from "./selection";
import { postedFields, readPostedSelection } from "./selection.server";

/** How many files one person has made at once. */
const MAX_OWN = 2;
/** A further one waits so long, in ms, for one of them to end. */
const MAX_WAIT_MS = 10_000;
/** Rows that are made into a file at once; everybody else's turn comes after them. */
const PIECE = 200;
/** Ticked sellers that the backend is asked for at once. */
const ASKED_AT_ONCE = 6;
const exporting = new FairSlots({ size: 32, share: MAX_OWN, maxWaiting: 64, waitingShare: 4 });

/** Too many files are being made already: of this person's (`own`), or of all. */
class TooManyExports extends Error {
  readonly own: boolean;

  constructor(own: boolean, cause: unknown) {
    super("Too many files are being made", { cause });
    this.own = own;
  }
}

/** What a file is to hold. */
export type ExportRequest = {
  /** The list that it is asked for on: all that match, unless `ids` says who. */
  query: SellerQuery;
  /** The same as its URL says it. */
  list: string;
  ids?: string[];
  /** Sellers that match and aren't asked for. */
  leftOut?: string[];
  columns: readonly Column[];
};

/**
 * Reads what is asked for: by an address, with the list's query and `?columns=email.mpk` for some columns beside the
 * name; or by the list's form of ticked sellers.
 */
function exportRequest(ctx: Pick<FranchiseeContext, "request" | "form" | "draft">): ExportRequest {
  const { searchParams } = new URL(ctx.request.url);
  const shown = searchParams.get("columns")?.split(".");
  const chosen = shown ? columns.filter((column) => column === "displayName" || shown.includes(column)) : columns;
  if (ctx.request.method !== "POST" && !ctx.draft) {
    return { query: parseSellerQuery(searchParams), list: listQuery(searchParams), columns: chosen };
  }
  const { query, list, ...ticked } = readPostedSelection(postedFields(ctx));
  return { query, list, ...(ticked.all ? { leftOut: ticked.leftOut } : { ids: ticked.ids }), columns: chosen };
}

/** A piece of a file. */
type Piece = { rows: string[][]; total: number };

/** The rows of all sellers that are asked for, in the person's words, a piece at a time. Waits for its turn. */
export async function* exportedRows(
  { sellers: backend, session, t }: Pick<FranchiseeContext, "sellers" | "session" | "t">,
  { query, ids, leftOut, columns: chosen }: Omit<ExportRequest, "list">,
): AsyncGenerator<Piece, void> {
  const cells = cellsOf(t, chosen);
  const without = new Set(leftOut);
  const release = await exporting.take(session.sub, requestScope().gone, MAX_WAIT_MS).catch((cause: unknown) => {
    throw new TooManyExports(exporting.hasShare(session.sub), cause);
  });
  try {
    for await (const { sellers, total } of ids ? tickedSellers(backend, ids, query) : allMatching(backend, query)) {
      const asked = without.size > 0 ? sellers.filter(({ id }) => !without.has(id)) : sellers;
      for (let at = 0; at === 0 || at < asked.length; at += PIECE) {
        yield { rows: asked.slice(at, at + PIECE).map(cells), total };
        await nextTurn();
      }
    }
  } finally {
    release();
  }
}

/** The rows of pieces of which the first was looked at already: whoever leaves at that one ends the others, too. */
export async function* rowsFrom(
  first: IteratorResult<Piece, void>,
  others: AsyncGenerator<Piece, void>,
): AsyncGenerator<string[][], void> {
  try {
    if (first.value) yield first.value.rows;
    for await (const { rows } of others) yield rows;
  } finally {
    await others.return();
  }
}

/** Sellers by their ids, in the list's order; whoever isn't there for this person any more is left out. */
async function* tickedSellers(
  { get }: Pick<FranchiseeContext["sellers"], "get">,
  ids: readonly string[],
  { sort }: Pick<SellerQuery, "sort">,
): AsyncGenerator<Batch, void> {
  const open = [...ids];
  const found: Seller[] = [];
  const ask = async () => {
    for (let id = open.shift(); id !== undefined; id = open.shift()) {
      try {
        found.push((await get(id)).seller);
      } catch (error) {
        if (isHidden(error)) continue;
        // There will be no file, so the others aren't asked for.
        open.length = 0;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: ASKED_AT_ONCE }, ask));
  const all = { q: "", sort, page: 1, size: MAX_SELECTED };
  yield inSlices(new SellerIndex(found).find(all));
}

/** The file that `make` makes of what is asked for; when nobody is ticked, or it is too much, back to the list in words. */
export async function exported(ctx: FranchiseeContext, make: (asked: ExportRequest) => Promise<Response>) {
  const { redirect, t } = ctx;
  const asked = exportRequest(ctx);
  const list = listPath(asked.list);
  const back = (text: string) => redirect(list, { flash: { kind: "error", text } });
  if (asked.ids?.length === 0) return back(t("listing:nobodyToExport"));
  if (asked.ids && asked.ids.length > MAX_SELECTED) return back(t("listing:tooManySelected", { count: MAX_SELECTED }));
  try {
    return await make(asked);
  } catch (error) {
    if (!(error instanceof TooManyExports)) throw error;
    return back(error.own ? t("files:tooManyAtOnce", { count: MAX_OWN }) : t("files:tooManyOfOthers"));
  }
}

/** `sprzedawcy-2026-03-31.csv`: what it is, in the person's language, and the day in Warsaw. */
export function exportName({ t }: Pick<FranchiseeContext, "t">, ending: string): string {
  const day = formatDate(Date.now()).split(".").reverse().join("-");
  return `${t("files:fileName")}-${day}.${ending}`;
}
