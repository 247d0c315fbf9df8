import { yieldToEventLoop } from "~/.server/in-slices";
import { csvDownload } from "~/.server/spreadsheet/csv-download";
import { admittedRows } from "~/auth/admitted-rows.server";
import { type FranchiseeContext, forFranchisee, noAction } from "~/auth/for-franchisee.server";
import type { HistoryEntry } from "~/domain/history-entry";
import { sellerPath } from "~/domain/paths";
import { capitalize, formatDateTime } from "~/i18n/format";
import { readDayRange } from "./day-range.server";
import { type HistoryFilter, parseHistoryFilter } from "./history-query";
import { entryView, type FieldValue } from "./history-rows";
import { type HistoryQuery, queryOfFilter, visibleHistory } from "./visible-history.server";

const MAX_CHANGES = 5_000;
const CHUNK = { rows: 500, maxEntries: 2_000, maxCalls: 100 };
/** So a file reads at most 1,000 sellers (`maxCalls`) and 20,000 entries. */
const MAX_CHUNKS = 10;

export const loader = forFranchisee(async (ctx) => {
  const { id } = ctx.params;
  if (id === undefined) return historyCsv(ctx, "/history");
  const { seller } = await ctx.sellers.get(id);
  return historyCsv(ctx, sellerPath(seller.id, "history"), seller.id);
});
export const action = noAction;

async function historyCsv(ctx: FranchiseeContext, page: string, sellerId?: string): Promise<Response> {
  const { request, t } = ctx;
  const { searchParams, search } = new URL(request.url);
  const { bounds, errors } = readDayRange(searchParams, t);
  const back = (text?: string) => ctx.redirect(page + search, text ? { flash: { kind: "error", text } } : {});
  // Back without a message, because the page shows the error at the day's field.
  if (errors.from || errors.to) return back();
  const headings = headingKeys.map((key) => capitalize(t(key)));
  const changes = csvRows(ctx, parseHistoryFilter(searchParams), { ...bounds, sellerId });
  const rows = admittedRows(ctx, changes, { columns: headings.length });
  return csvDownload(ctx, { name: t("files:fileName.history"), headings, rows }, back);
}

const headingKeys = [
  "undo:file.at",
  "history:person",
  "common:seller",
  "undo:file.id",
  "history:kind",
  "jobs:columns.outcome",
  "common:field",
  "history:was",
  "history:is",
  "undo:file.undone",
] as const;

async function* csvRows(
  ctx: FranchiseeContext,
  filter: HistoryFilter,
  scope: HistoryQuery,
): AsyncGenerator<string[][], void> {
  const { t, session } = ctx;
  const { hasTooManySellers, hasSearchFailed, ...filtered } = await queryOfFilter(ctx, filter);
  const query = { ...scope, ...filtered };
  let hasBackendFailed = hasSearchFailed;
  let count = 0;
  let before: string | undefined;
  for (let chunks = 0; chunks < MAX_CHUNKS && count < MAX_CHANGES; chunks += 1) {
    const visible = await visibleHistory(ctx, { ...query, before }, CHUNK);
    count += visible.entries.length;
    hasBackendFailed ||= visible.hasBackendFailed;
    before = visible.older;
    yield visible.entries.flatMap((entry) => rowsOf(entry, session.sub, t));
    if (before === undefined) break;
    await yieldToEventLoop();
  }
  const remarks = [
    before !== undefined && t("undo:file.cut", { count }),
    hasTooManySellers && t("undo:tooManySellers"),
    hasBackendFailed && t("history:unanswered"),
  ].filter((text) => text !== false);
  yield remarks.map((text) => [text, ...Array<string>(headingKeys.length - 1).fill("")]);
}

function rowsOf(entry: HistoryEntry, viewer: string, t: FranchiseeContext["t"]): string[][] {
  const { at, who, sellerName, sellerId, action, outcome, fields, undone } = entryView(entry, viewer);
  const facts = [
    formatDateTime(at),
    who ?? "",
    sellerName,
    sellerId ?? "",
    t(`history:action.${action}`),
    t(`common:outcome.${outcome}`),
  ];
  const mark = undone ? t(`history:${undone}`) : "";
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
