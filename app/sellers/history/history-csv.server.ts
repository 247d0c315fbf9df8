import { setImmediate as nextTurn } from "node:timers/promises";
import { FairSlots } from "~/.server/fair-slots";
import { download } from "~/.server/http/download";
import { requestScope } from "~/.server/http/request-scope";
import { BYTE_ORDER_MARK, printCsv } from "~/.server/spreadsheet/print-csv";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import type { HistoryEntry } from "~/domain/history-entry";
import { dayOf } from "~/i18n/calendar";
import { formatDateTime } from "~/i18n/format";
import { readDayRange } from "./day-range.server";
import { parseHistoryFilter } from "./history-filter";
import { filterHistory } from "./history-sellers.server";
import { type FieldValue, historyView } from "./history-view";
import { type HistoryQuery, visibleHistory } from "./visible-history.server";

/** Changes in one file. */
const MAX_ROWS = 5_000;
/** What a file looks through at a time; whoever doesn't take it isn't read further for. */
const PIECE = { entries: 500, looked: 2_000, asked: 100, beyond: "next page" } as const;
/** As `BY_SELLER` of the page. */
const PIECE_BY_SELLER = { ...PIECE, beyond: "own" } as const;
/** Pieces of one file: it asks for 1,000 sellers and looks at 20,000 changes. */
const MAX_PIECES = 10;
/** How many files one person has made at once. */
const MAX_OWN = 1;
/** A further one waits so long, in ms, for that one to end. */
const MAX_WAIT_MS = 10_000;
const exporting = new FairSlots({ size: 8, share: MAX_OWN, maxWaiting: 32, waitingShare: 2 });

/**
 * The changes that the URL's filters and days match, newest first, a row for each field, as far as this person may see
 * them (`visibleHistory`). A file that doesn't hold all of them says so in its last row.
 * @param sellerId of one seller, which the backend has just given to this person
 * @returns the file; a redirect to `page` while too many are being made or the days are none
 */
export async function historyCsv(ctx: FranchiseeContext, page: string, sellerId?: string): Promise<Response> {
  const { request, session, t } = ctx;
  const { searchParams, search } = new URL(request.url);
  const { bounds, errors } = readDayRange(searchParams, t);
  const back = (text?: string) => ctx.redirect(page + search, text ? { flash: { kind: "error", text } } : {});
  if (errors.from || errors.to) return back();
  const release = await exporting.take(session.sub, requestScope().gone, MAX_WAIT_MS).catch(() => undefined);
  if (!release) {
    const own = exporting.hasShare(session.sub);
    return back(own ? t("files:tooManyAtOnce", { count: MAX_OWN }) : t("files:tooManyOfOthers"));
  }
  try {
    const { matches, matchesShown, known, tooMany, unanswered } = await filterHistory(
      ctx,
      parseHistoryFilter(searchParams),
    );
    const shown = sellerId === undefined ? known : new Set([sellerId]);
    const query = { ...bounds, sellerId, matches, matchesShown, known: shown };
    const chunks = rows(ctx, query, { tooMany, unanswered }, release);
    const fileName = `${t("undo:file.name")}-${dayOf(Date.now())}.csv`;
    return await download(request, { fileName, type: "text/csv; charset=utf-8", chunks });
  } catch (error) {
    release();
    throw error;
  }
}

async function* rows(
  ctx: FranchiseeContext,
  query: HistoryQuery,
  lacks: { tooMany: boolean; unanswered: boolean },
  release: () => void,
): AsyncGenerator<Uint8Array, void> {
  const { t, session } = ctx;
  const piece = query.matchesShown ? PIECE_BY_SELLER : PIECE;
  try {
    const headings = ["at", "who", "seller", "id", "what", "outcome", "field", "before", "after", "undone"] as const;
    yield Buffer.from(BYTE_ORDER_MARK + printCsv([headings.map((name) => t(`undo:file.${name}`))]));
    let count = 0;
    let { unanswered } = lacks;
    let omitted = false;
    let before: string | undefined;
    for (let pieces = 0; pieces < MAX_PIECES && count < MAX_ROWS; pieces += 1) {
      const found = await visibleHistory(ctx, { ...query, before }, piece);
      count += found.entries.length;
      unanswered ||= found.unanswered;
      omitted ||= found.omitted;
      before = found.older;
      if (found.entries.length > 0) {
        yield Buffer.from(printCsv(found.entries.flatMap((entry) => rowsOf(entry, session.sub, t))));
      }
      if (before === undefined) break;
      await nextTurn();
    }
    const said = [
      before !== undefined && t("undo:file.cut", { count }),
      lacks.tooMany && t("undo:tooManySellers"),
      omitted && t("undo:formerOmitted"),
      unanswered && t("history:unanswered"),
    ].filter((text) => text !== false);
    if (said.length > 0) yield Buffer.from(printCsv(said.map((text) => [text, ...Array<string>(9).fill("")])));
  } finally {
    release();
  }
}

function rowsOf(entry: HistoryEntry, viewer: string, t: FranchiseeContext["t"]): string[][] {
  const { at, who, sellerName, sellerId, action, outcome, fields, undone, undonePartly } = historyView(entry, viewer);
  const facts = [
    formatDateTime(at),
    who ?? "",
    sellerName,
    sellerId ?? "",
    t(`history:action.${action}`),
    t(`history:outcome.${outcome}`),
  ];
  const mark = undone ? t(undonePartly ? "history:undonePartly" : "history:undone") : "";
  const say = (value: FieldValue | undefined) =>
    typeof value === "boolean" ? t(`sellers:status.${value ? "active" : "inactive"}`) : (value ?? "");
  if (fields.length === 0) return [[...facts, "", "", "", mark]];
  return fields.map(({ field, before, after }) => [
    ...facts,
    t(`sellers:fields.${field}`),
    say(before),
    say(after),
    mark,
  ]);
}
