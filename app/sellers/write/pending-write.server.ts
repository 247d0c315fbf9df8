import { isFullOrBusy } from "~/.server/db/errors";
import { jobLease, Lease } from "~/.server/db/lease";
import { retryLater } from "~/.server/db/retry-later";
import { requestScope } from "~/.server/http/request-scope";
import { log } from "~/.server/log";
import type { Alteration, HistoryEntry } from "~/domain/history-entry";
import { editableOf } from "~/domain/merge-changes";
import type { Seller } from "~/domain/seller";
import { beginEntry, endEntry, markAnswerLost } from "./history-journal.server";

/*
 * A history entry is stored before its write is sent, so that a killed process leaves a trace.
 * | the database is … | a person's write | a job's |
 * |---|---|---|
 * | away | sent | not sent |
 * | full, or locked by another process | not sent | not sent |
 */

const UNWRITTEN = "the history can't be written";

/** A person's pending write older than this, in ms, isn't running any more: its process died. */
const MAX_WRITE_MS = 60_000;

/** If the database failed, `isStored` is false, and the entry is stored when the write ends. */
export type PendingWrite<Entry extends HistoryEntry = HistoryEntry> = { entry: Entry; isStored: boolean };

type Origin = { changeId: string } & Pick<HistoryEntry, "jobId" | "reason" | "undoes">;

export function newEntry(by: HistoryEntry["by"], { changeId, jobId, reason, undoes }: Origin) {
  const outcome: HistoryEntry["outcome"] = "unknown";
  return { id: changeId, at: Date.now(), by, outcome, requestId: requestScope().id, jobId, reason, undoes };
}

/**
 * Stores the entry before its write is sent. A retry keeps the time of the first try.
 * @throws DatabaseFull, DatabaseBusy; DatabaseUnavailable for a job's item, because an undo needs the entry
 */
export async function beginWrite<Entry extends HistoryEntry>(entry: Entry): Promise<PendingWrite<Entry>> {
  const stored = await beginEntry(entry).catch((err: unknown) => {
    if (entry.jobId !== undefined || isFullOrBusy(err)) throw err;
    log().error({ err }, UNWRITTEN);
    return undefined;
  });
  return { entry: { ...entry, at: stored?.at ?? entry.at }, isStored: stored !== undefined };
}

/** Stores the seller's new values in the entry; an undo also marks what it undid. Never rejects. */
export async function endWrite(pending: PendingWrite, { seller }: { seller: Seller }): Promise<void> {
  const { entry } = pending;
  const entryOfSeller = {
    ...entry,
    answerLost: undefined,
    sellerId: seller.id,
    sellerName: seller.displayName || entry.sellerName,
  };
  const write = () => end(pending, { ...entryOfSeller, after: editableOf(seller), outcome: "done" }, seller);
  await write().catch((err: unknown) => {
    log().error({ err }, UNWRITTEN);
    void retryLater(write);
  });
}

export async function failWrite(pending: PendingWrite): Promise<void> {
  await withFailureLogged(() => end(pending, { ...pending.entry, outcome: "failed" }));
}

async function end({ entry, isStored }: PendingWrite, final: HistoryEntry, written?: Seller): Promise<void> {
  if (!isStored) await beginEntry(entry);
  await endEntry(final, written);
}

/**
 * Ends a write whose response was lost: its outcome stays unknown, and it is no longer in flight.
 * @param unstored the entry, if the database failed when the write began
 */
export async function endWithoutAnswer(changeId: string, unstored?: HistoryEntry): Promise<void> {
  await withFailureLogged(async () => {
    if (unstored) await beginEntry(unstored);
    await markAnswerLost(changeId);
  });
}

/**
 * Marks a change of unknown outcome as done, because the seller has its values now. The entry keeps
 * the values that were sent, because others may have changed further fields since.
 */
export async function settleAlteration(entry: Alteration, seller: Seller): Promise<void> {
  await withFailureLogged(() => endEntry({ ...entry, answerLost: undefined, outcome: "done" }, seller));
}

async function withFailureLogged(write: () => Promise<unknown>): Promise<void> {
  await write().catch((err: unknown) => log().error({ err }, UNWRITTEN));
}

/** Marks entries of unknown outcome whose write may still be running: „W toku”. */
export async function markAllInFlight<Entry extends HistoryEntry>(entries: readonly Entry[]): Promise<Entry[]> {
  const active = await activeJobs(entries);
  return entries.map((entry) => markInFlight(entry, active));
}

/** Returns the entries' jobs that a process is working on. */
export async function activeJobs(entries: readonly Pick<HistoryEntry, "jobId">[]): Promise<Set<string>> {
  const jobs = [...new Set(entries.flatMap(({ jobId }) => jobId ?? []))];
  const held = await Lease.heldAmong(jobs.map(jobLease));
  return new Set(jobs.filter((id) => held.has(jobLease(id))));
}

/** A pending write is in flight if it is young, or if a process works on its job. */
export function markInFlight<Entry extends HistoryEntry>(entry: Entry, active: ReadonlySet<string>): Entry {
  const isPending = entry.outcome === "unknown" && !entry.answerLost;
  // An entry of tomorrow was begun while the clock was a day ahead.
  const isYoung = Math.abs(Date.now() - entry.at) < MAX_WRITE_MS;
  const isSending = entry.jobId === undefined ? isYoung : active.has(entry.jobId);
  return isPending && isSending ? { ...entry, outcome: "inFlight" } : entry;
}
