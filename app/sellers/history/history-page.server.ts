import { database } from "~/.server/db/database";
import type { Row } from "~/.server/db/schema";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { changeableFields } from "~/domain/history-entry";
import type { Translate } from "~/i18n/catalogues";
import { capitalize } from "~/i18n/format";
import { findJob } from "~/sellers/jobs/job-store.server";
import { jobSummary } from "~/sellers/jobs/job-summary.server";
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

async function ownJobStates(sub: string, ids: readonly string[]): Promise<Map<string, Row<"jobs">["state"]>> {
  if (ids.length === 0) return new Map();
  const jobs = (await database()).selectFrom("jobs").select(["id", "state"]).where("id", "in", ids);
  const stored = await jobs.where("sub", "=", sub).where("expires_at", ">", Date.now()).execute();
  return new Map(stored.map(({ id, state }) => [id, state]));
}

export type JobLine = Awaited<ReturnType<typeof jobLine>>;

async function jobLine(t: Translate, row: HistoryRow, states: Awaited<ReturnType<typeof ownJobStates>>) {
  const { entries } = row;
  const jobId = entries[0]?.jobId;
  const state = jobId && states.get(jobId);
  const isOver = state === "finished" || state === "stopped";
  const summary = state && isOver ? await partlyFailedJob(t, row, jobId) : undefined;
  return {
    what: summary?.title ?? jobText(t, row),
    problems: summary?.problems,
    isOfOneKind: new Set(entries.map(kindOfChange)).size === 1,
    jobId: state && jobId,
    canUndo: isOver && entries.some(({ isUndoable }) => isUndoable),
  };
}

/** A failed job is called as in the list of jobs, unless some of its changes are in another row. */
async function partlyFailedJob(t: Translate, { count, failed, unknown }: HistoryRow, jobId: string) {
  const job = failed + unknown > 0 ? await findJob(jobId) : undefined;
  const summary = job && (await jobSummary(job, t));
  if (!summary) return undefined;
  const { counts } = summary;
  return counts.done + counts.failed + counts.unknown === count ? summary : undefined;
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
