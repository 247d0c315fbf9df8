import { isFullOrBusy } from "~/.server/db/errors";
import { jobLease, Lease } from "~/.server/db/lease";
import { retryLater } from "~/.server/db/retry-later";
import { requestScope } from "~/.server/http/request-scope";
import { log } from "~/.server/log";
import type { Alteration, HistoryEntry } from "~/domain/history-entry";
import { editableOf } from "~/domain/merge-changes";
import type { Seller } from "~/domain/seller";
import { beginEntry, endEntry, markAnswerLost } from "./history-journal.server";

const HISTORY_FAILURE = "the history can't be written";

const MAX_IN_FLIGHT_MS = 60_000;

/** `isStored` is false after a database failure: the entry is then stored when the write ends. */
export type PendingWrite<Entry extends HistoryEntry = HistoryEntry> = { entry: Entry; isStored: boolean };

type EntryOptions = { changeId: string } & Pick<HistoryEntry, "jobId" | "reason" | "undoes">;

export function newEntry(by: HistoryEntry["by"], { changeId, jobId, reason, undoes }: EntryOptions) {
  const outcome: HistoryEntry["outcome"] = "unknown";
  return { id: changeId, at: Date.now(), by, outcome, requestId: requestScope().id, jobId, reason, undoes };
}

/**
 * Stores the entry before its write is sent, so that a killed process leaves a trace. Without the
 * database a person's write is sent; a job's write isn't, because its undo needs the entry.
 * @throws DatabaseFull, DatabaseBusy; for a job also DatabaseUnavailable
 */
export async function beginWrite<Entry extends HistoryEntry>(entry: Entry): Promise<PendingWrite<Entry>> {
  const stored = await beginEntry(entry).catch((err: unknown) => {
    if (entry.jobId !== undefined || isFullOrBusy(err)) throw err;
    log().error({ err }, HISTORY_FAILURE);
    return undefined;
  });
  return { entry: { ...entry, at: stored?.at ?? entry.at }, isStored: stored !== undefined };
}

/** Stores the seller's new values in the entry. Never rejects. */
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
    log().error({ err }, HISTORY_FAILURE);
    void retryLater(write);
  });
}

export async function failWrite(pending: PendingWrite): Promise<void> {
  await withFailureLogged(() => end(pending, { ...pending.entry, outcome: "failed" }));
}

async function end({ entry, isStored }: PendingWrite, final: HistoryEntry, sellerAfter?: Seller): Promise<void> {
  if (!isStored) await beginEntry(entry);
  await endEntry(final, sellerAfter);
}

/** The response was lost: the outcome is still unknown, but the write isn't in flight any more. */
export async function endWithoutAnswer(changeId: string, unstoredEntry?: HistoryEntry): Promise<void> {
  await withFailureLogged(async () => {
    if (unstoredEntry) await beginEntry(unstoredEntry);
    await markAnswerLost(changeId);
  });
}

/**
 * Marks a change as done. Its `after` keeps the sent values, because a later change may have
 * replaced some of `seller`'s values: this one changed the MPK, the later one the surname.
 */
export async function settleAlteration(entry: Alteration, seller: Seller): Promise<void> {
  await withFailureLogged(() => endEntry({ ...entry, answerLost: undefined, outcome: "done" }, seller));
}

async function withFailureLogged(write: () => Promise<unknown>): Promise<void> {
  await write().catch((err: unknown) => log().error({ err }, HISTORY_FAILURE));
}

export async function markAllInFlight<Entry extends HistoryEntry>(entries: readonly Entry[]): Promise<Entry[]> {
  const active = await activeJobs(entries);
  return entries.map((entry) => markInFlight(entry, active));
}

export async function activeJobs(entries: readonly Pick<HistoryEntry, "jobId">[]): Promise<Set<string>> {
  const jobs = [...new Set(entries.flatMap(({ jobId }) => jobId ?? []))];
  const leases = await Lease.heldAmong(jobs.map(jobLease));
  return new Set(jobs.filter((id) => leases.has(jobLease(id))));
}

/** A person's write is „W toku” for a minute at most, a job's while a process works on the job. */
export function markInFlight<Entry extends HistoryEntry>(entry: Entry, active: ReadonlySet<string>): Entry {
  const isPending = entry.outcome === "unknown" && !entry.answerLost;
  // `abs`: tomorrow's time isn't recent, either. A server whose clock is a day ahead stores it.
  const isRecent = Math.abs(Date.now() - entry.at) < MAX_IN_FLIGHT_MS;
  const isSending = entry.jobId === undefined ? isRecent : active.has(entry.jobId);
  return isPending && isSending ? { ...entry, outcome: "inFlight" } : entry;
}
