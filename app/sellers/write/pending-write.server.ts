import { DatabaseFull } from "~/.server/db/errors";
import { Lease } from "~/.server/db/lease";
import { requestScope } from "~/.server/http/request-scope";
import { log } from "~/.server/log";
import { type HistoryEntry, isInPlace } from "~/domain/history-entry";
import { editableOf } from "~/domain/merge-changes";
import type { Seller } from "~/domain/seller";
import { beginEntry, endEntry, markAnswerLost } from "./history-journal.server";

/*
 * A pending write has an entry in the history before it is sent, so that a process that dies leaves
 * a trace. If the database is away, a person's write goes on; a job's write isn't sent, nor is any
 * while the database takes no writes (`DatabaseFull`), because that may last.
 */

const UNWRITTEN = "the history can't be written";

/** A person's pending write that is older than this, in ms, has ended: its process died. */
const MAX_WRITE_MS = 60_000;

/** `isStored` is false if the database failed: the entry is then stored when the write ends. */
export type PendingWrite<Entry extends HistoryEntry = HistoryEntry> = { entry: Entry; isStored: boolean };

type Origin = { changeId: string } & Pick<HistoryEntry, "jobId" | "reason" | "undoes">;

export function newEntry(by: HistoryEntry["by"], { changeId, jobId, reason, undoes }: Origin) {
  const outcome: HistoryEntry["outcome"] = "unknown";
  return { id: changeId, at: Date.now(), by, outcome, requestId: requestScope().id, jobId, reason, undoes };
}

/**
 * A retried item keeps the time of its first try.
 * @throws DatabaseFull; DatabaseUnavailable for a job's item, which is undone by its entry
 */
export async function beginWrite<Entry extends HistoryEntry>(entry: Entry): Promise<PendingWrite<Entry>> {
  const stored = await beginEntry(entry).catch((err: unknown) => {
    if (entry.jobId !== undefined || err instanceof DatabaseFull) throw err;
    log().error({ err }, UNWRITTEN);
    return undefined;
  });
  return { entry: { ...entry, at: stored?.at ?? entry.at }, isStored: stored !== undefined };
}

/** The entry gets the seller's values, and the entry that it undoes is marked. Never rejects. */
export async function endWrite(pending: PendingWrite, { seller }: { seller: Seller }): Promise<void> {
  const { entry } = pending;
  const named = {
    ...entry,
    answerLost: undefined,
    sellerId: seller.id,
    sellerName: seller.displayName || entry.sellerName,
  };
  await withFailureLogged(() => end(pending, { ...named, after: editableOf(seller), outcome: "done" }, seller));
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
export async function loseWrite(changeId: string, unstored?: HistoryEntry): Promise<void> {
  await withFailureLogged(async () => {
    if (unstored) await beginEntry(unstored);
    await markAnswerLost(changeId);
  });
}

/**
 * Settles writes of unknown outcome whose values the seller has now. The entries keep the values
 * that were sent, because others may have changed further fields since.
 */
export async function settleEntries(entries: readonly HistoryEntry[], seller: Seller): Promise<HistoryEntry[]> {
  return Promise.all((await withInFlight(entries)).map((entry) => settleEntry(entry, seller)));
}

async function settleEntry(entry: HistoryEntry, seller: Seller): Promise<HistoryEntry> {
  // `createOnce` settles additions: it finds the new seller's id by a search.
  if (entry.outcome !== "unknown" || entry.action === "create" || !isInPlace(entry, seller)) return entry;
  const { answerLost: _lost, ...settled } = entry;
  const done: HistoryEntry = { ...settled, outcome: "done" };
  await withFailureLogged(() => endEntry(done, seller));
  return done;
}

async function withFailureLogged<T>(write: () => Promise<T>): Promise<T | undefined> {
  try {
    return await write();
  } catch (err) {
    log().error({ err }, UNWRITTEN);
    return undefined;
  }
}

export const jobLease = (jobId: string) => `job:${jobId}`;

export async function withInFlight<Entry extends HistoryEntry>(entries: readonly Entry[]): Promise<Entry[]> {
  const active = await activeJobs(entries);
  return entries.map((entry) => markInFlight(entry, active));
}

/** The jobs of these entries that a process works on. */
export async function activeJobs(entries: readonly Pick<HistoryEntry, "jobId">[]): Promise<Set<string>> {
  const jobs = [...new Set(entries.flatMap(({ jobId }) => jobId ?? []))];
  const held = await Lease.heldAmong(jobs.map(jobLease));
  return new Set(jobs.filter((id) => held.has(jobLease(id))));
}

/** A pending write is in flight if it is young, or if a process works on its job. */
export function markInFlight<Entry extends HistoryEntry>(
  entry: Entry,
  active: ReadonlySet<string>,
  now = Date.now(),
): Entry {
  const isPending = entry.outcome === "unknown" && !entry.answerLost;
  const isSending = entry.jobId === undefined ? entry.at > now - MAX_WRITE_MS : active.has(entry.jobId);
  return isPending && isSending ? { ...entry, outcome: "inFlight" } : entry;
}
