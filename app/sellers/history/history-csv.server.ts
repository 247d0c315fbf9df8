import { setImmediate as nextTurn } from "node:timers/promises";
import { FairSlots, NoSlot } from "~/.server/fair-slots";
import { download } from "~/.server/http/download";
import { requestScope } from "~/.server/http/request-scope";
import { printCsvFile } from "~/.server/spreadsheet/print-csv";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import type { HistoryEntry } from "~/domain/history-entry";
import { dayOf } from "~/i18n/calendar";
import { formatDateTime } from "~/i18n/format";
import { readDayRange } from "./day-range.server";
import { parseHistoryFilter } from "./history-filter";
import { type FieldValue, historyView } from "./history-view";
import { filterHistory, type HistoryQuery, visibleHistory } from "./visible-history.server";

/** Changes in one file. */
const MAX_CHANGES = 5_000;
/** Limits of one chunk. A client that stops reading stops the export. */
const CHUNK = { rows: 500, entries: 2_000, sellers: 100, thenOnlyOwn: false };
/** Chunks of one file: at most 1,000 sellers and 20,000 entries are read. */
const MAX_CHUNKS = 10;
/** Files per person at a time. */
const MAX_OWN = 1;
const MAX_WAIT_MS = 10_000;
const exporting = new FairSlots({ size: 8, share: MAX_OWN, maxWaiting: 32, waitingShare: 2 });

/** @param sellerId only of this seller, whom the backend has just returned */
export async function historyCsv(ctx: FranchiseeContext, page: string, sellerId?: string): Promise<Response> {
  const { request, session, t } = ctx;
  const { searchParams, search } = new URL(request.url);
  const { bounds, errors } = readDayRange(searchParams, t);
  const back = (text?: string) => ctx.redirect(page + search, text ? { flash: { kind: "error", text } } : {});
  if (errors.from || errors.to) return back();
  let release = () => {};
  try {
    release = await exporting.take(session.sub, requestScope().gone, MAX_WAIT_MS);
    const { hasTooManySellers, unanswered, ...filtered } = await filterHistory(ctx, parseHistoryFilter(searchParams));
    const query = { ...bounds, ...filtered, sellerId };
    const headings = headingNames.map((name) => t(`undo:file.${name}`));
    const chunks = printCsvFile(headings, rows(ctx, query, { hasTooManySellers, unanswered }, release));
    const fileName = `${t("undo:file.name")}-${dayOf(Date.now())}.csv`;
    return await download(request, { fileName, type: "text/csv; charset=utf-8", chunks });
  } catch (error) {
    release();
    if (!(error instanceof NoSlot)) throw error;
    return back(error.isOwn ? t("files:tooManyAtOnce", { count: MAX_OWN }) : t("files:tooManyOfOthers"));
  }
}

const headingNames = ["at", "who", "seller", "id", "what", "outcome", "field", "before", "after", "undone"] as const;

async function* rows(
  ctx: FranchiseeContext,
  query: HistoryQuery,
  search: { hasTooManySellers: boolean; unanswered: boolean },
  release: () => void,
): AsyncGenerator<string[][], void> {
  const { t, session } = ctx;
  try {
    let count = 0;
    let { unanswered } = search;
    let omitted = false;
    let before: string | undefined;
    for (let chunks = 0; chunks < MAX_CHUNKS && count < MAX_CHANGES; chunks += 1) {
      const visible = await visibleHistory(ctx, { ...query, before }, CHUNK);
      count += visible.entries.length;
      unanswered ||= visible.unanswered;
      omitted ||= visible.omitted;
      before = visible.older;
      yield visible.entries.flatMap((entry) => rowsOf(entry, session.sub, t));
      if (before === undefined) break;
      await nextTurn();
    }
    const remarks = [
      before !== undefined && t("undo:file.cut", { count }),
      search.hasTooManySellers && t("undo:tooManySellers"),
      omitted && t("undo:formerOmitted"),
      unanswered && t("history:unanswered"),
    ].filter((text) => text !== false);
    yield remarks.map((text) => [text, ...Array<string>(9).fill("")]);
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
