import { database } from "~/.server/db/database";
import type { Row } from "~/.server/db/schema";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { changeableFields } from "~/domain/history-entry";
import { resultsInWords } from "~/domain/results-in-words";
import type { Translate } from "~/i18n/catalogues";
import { capitalize } from "~/i18n/format";
import { findEntry } from "~/sellers/write/history-journal.server";
import { areNotesOn } from "~/sellers/write/seller-notes.server";
import { fieldLabel } from "./change-parts";
import { readDayRange } from "./day-range.server";
import { newerPlace, olderPlace, parseHistoryFilter, parseHistoryPlace, printHistoryPlace } from "./history-query";
import { entryView, type HistoryDay, type HistoryRow, historyDays, kindOfChange, rowKey } from "./history-rows";
import { undoOutlook } from "./undo-outlook.server";
import { isVisible, queryOfFilter, visibleHistory } from "./visible-history.server";

/** `maxCalls`: one per row, and 10 for changes of sellers that the person may not see. */
const LIMITS = { rows: 50, rowKey, maxEntries: 1_000, maxCalls: 60 };

export type HistoryPageContent = Awaited<ReturnType<typeof historyPage>>;

/** @param sellerId of the seller's own history; the backend must have just returned the seller */
export async function historyPage(ctx: FranchiseeContext, sellerId?: string) {
  const { t, session, newFormKey, request } = ctx;
  const { searchParams } = new URL(request.url);
  const { bounds, ...range } = readDayRange(searchParams, t);
  const filter = parseHistoryFilter(searchParams);
  const place = parseHistoryPlace(searchParams);
  const { hasTooManySellers, hasSearchFailed, ...filtered } = await queryOfFilter(ctx, filter);
  const now = Date.now();
  const hasWrongDays = Boolean(range.errors.from || range.errors.to);
  // With „31.02.2026” show no changes: all changes would look like the changes of that day.
  const until = hasWrongDays ? 0 : earliest(bounds.until, place.asOf);
  const query = { ...filtered, from: bounds.from, until, before: place.before, sellerId };
  const visible = await visibleHistory(ctx, query, LIMITS);
  const { entries, older } = visible;
  const newer = newerPlace(place);
  return {
    range,
    hasWrongDays,
    filter,
    fields: changeableFields.filter((field) => field !== "note" || areNotesOn()),
    days: await withJobLines(ctx, historyDays(entries, session.sub)),
    now,
    older: older === undefined ? undefined : printHistoryPlace(olderPlace(place, older, now)),
    newer: newer && printHistoryPlace(newer),
    isNewest: place.before === undefined && place.asOf === undefined,
    isLive: visible.isLive,
    hasBackendFailed: hasSearchFailed || visible.hasBackendFailed,
    omissionNotice: hasTooManySellers ? t("undo:tooManySellers") : undefined,
    people: [...new Set(entries.flatMap(({ by }) => by.name ?? []))].slice(0, 50),
    undoQuestion: await undoQuestionOf(ctx, searchParams, sellerId),
    formKey: newFormKey(),
  };
}

const earliest = (a: number | undefined, b: number | undefined) =>
  a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);

/** `?change=` (or a draft) names the change to undo. */
async function undoQuestionOf(ctx: FranchiseeContext, params: URLSearchParams, sellerId: string | undefined) {
  const changeId = params.get("change") ?? ctx.draft?.fields.change;
  const entry = typeof changeId === "string" && changeId ? await findEntry(changeId) : undefined;
  if (!entry) return undefined;
  const isOfThisPage = sellerId ? entry.sellerId === sellerId : await isVisible(entry, ctx);
  if (!isOfThisPage) return undefined;
  return { entry: entryView(entry, ctx.session.sub), outlook: await undoOutlook(ctx, entry) };
}

async function withJobLines({ t, session }: FranchiseeContext, days: readonly HistoryDay[]) {
  const jobIds = days.flatMap(({ rows }) => rows.filter(isJobRow).flatMap(({ entries }) => entries[0]?.jobId ?? []));
  const states = await ownJobStates(session.sub, jobIds);
  const withJobLine = async (row: HistoryRow) => ({
    ...row,
    job: isJobRow(row) ? await jobLine(t, row, states) : undefined,
  });
  return Promise.all(days.map(async ({ day, rows }) => ({ day, rows: await Promise.all(rows.map(withJobLine)) })));
}

const isJobRow = ({ count }: HistoryRow) => count > 1;

async function ownJobStates(
  sub: string,
  ids: readonly string[],
): Promise<Map<string, Pick<Row<"jobs">, "state" | "total">>> {
  if (ids.length === 0) return new Map();
  const jobs = (await database()).selectFrom("jobs").select(["id", "state", "total"]).where("id", "in", ids);
  const stored = await jobs.where("sub", "=", sub).where("expires_at", ">", Date.now()).execute();
  return new Map(stored.map(({ id, ...job }) => [id, job]));
}

export type JobLine = Awaited<ReturnType<typeof jobLine>>;

async function jobLine(t: Translate, row: HistoryRow, jobs: Awaited<ReturnType<typeof ownJobStates>>) {
  const { entries } = row;
  const jobId = entries[0]?.jobId;
  const job = jobId ? jobs.get(jobId) : undefined;
  const isOver = jobId && (job?.state === "finished" || job?.state === "stopped");
  const partly = isOver ? await partlyDone(t, row, { id: jobId, total: job.total }) : undefined;
  return {
    what: partly?.what || jobText(t, row),
    problems: partly?.problems,
    isOfOneKind: new Set(entries.map(kindOfChange)).size === 1,
    jobId: job && jobId,
    canUndo: Boolean(isOver) && entries.some(({ isUndoable }) => isUndoable),
  };
}

/** Undefined if nothing failed, or if some of the job's items aren't in this row. */
async function partlyDone(t: Translate, row: HistoryRow, job: { id: string; total: number }) {
  const { count, done, failed, unknown } = row;
  if (failed + unknown === 0) return undefined;
  const items = (await database()).selectFrom("job_items").where("job_id", "=", job.id).where("result", "=", "skipped");
  const { skipped } = await items.select(({ fn }) => fn.countAll<number>().as("skipped")).executeTakeFirstOrThrow();
  if (count + Number(skipped) !== job.total) return undefined;
  const [kind, ...others] = Object.keys(done) as (keyof typeof done)[];
  const isOfOneKind = kind && kind !== "create" && others.length === 0;
  return {
    what: isOfOneKind && capitalize(t(`jobs:partly.${kind}`, { done: done[kind] ?? 0, total: job.total })),
    problems: resultsInWords(t, { failed, unknown, skipped: Number(skipped) }),
  };
}

/** For example „Import: dodano 19 sprzedawców”. */
export function jobText(t: Translate, { count, done, fields }: Pick<HistoryRow, "count" | "done" | "fields">): string {
  const kinds = Object.entries(done) as [keyof typeof done, number][];
  if (kinds.length === 0) return t("history:jobOf", { count });
  const fieldNames =
    kinds.length === 1 && done.update ? ` (${fields.map((field) => fieldLabel(t, field)).join(", ")})` : "";
  const changes = kinds.map(([kind, some]) => t(`history:did.${kind}`, { count: some })).join(", ") + fieldNames;
  return done.create ? t("history:import", { what: changes }) : capitalize(changes);
}

export function pathWithoutChange(request: Request): string {
  const { pathname, searchParams } = new URL(request.url);
  searchParams.delete("change");
  searchParams.delete("draft");
  return pathname + (searchParams.size > 0 ? `?${searchParams}` : "");
}
