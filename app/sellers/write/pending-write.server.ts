import { Lease } from "~/.server/db/lease";
import { requestScope } from "~/.server/http/request-scope";
import { log } from "~/.server/log";
import { editableOf } from "~/domain/change";
import { type HistoryEntry, isInPlace } from "~/domain/history-entry";
import type { Seller } from "~/domain/seller";
import { beginEntry, endEntry, markAnswerLost, markUndone } from "./history-journal.server";

/*
 * A pending write has an entry in the history before it is sent, so that a process that dies leaves
 * a trace. If the history can't be written, a person's write goes on; a job's write isn't sent.
 */

/** A person's pending write that is older than this, in ms, has ended: its process died. */
const MAX_WRITE_MS = 60_000;
const MAX_JOBS = 20;

/** `isStored` is false if the store failed: the entry is then stored when the write ends. */
export type PendingWrite<Entry extends HistoryEntry = HistoryEntry> = { entry: Entry; isStored: boolean };

type Origin = { changeId: string } & Pick<HistoryEntry, "jobId" | "reason" | "undoes">;

export function newEntry(by: HistoryEntry["by"], { changeId, jobId, reason, undoes }: Origin) {
  const outcome: HistoryEntry["outcome"] = "unknown";
  return { id: changeId, at: Date.now(), by, outcome, requestId: requestScope().id, jobId, reason, undoes };
}

/** A retry keeps the time of its first try. @throws StoreUnavailable for a job's item */
export async function beginWrite<Entry extends HistoryEntry>(entry: Entry): Promise<PendingWrite<Entry>> {
  const begin = () => beginEntry(entry);
  // Without its entry a job's change couldn't be undone here.
  const stored = entry.jobId === undefined ? await orLogged(begin) : await begin();
  return { entry: { ...entry, at: stored?.at ?? entry.at }, isStored: stored !== undefined };
}

/** The entry gets the seller's values, and the entry that it undoes is marked. */
export async function endWrite(pending: PendingWrite, { seller }: { seller: Seller }): Promise<void> {
  const { entry } = pending;
  const named = {
    ...entry,
    answerLost: undefined,
    sellerId: seller.id,
    sellerName: seller.displayName || entry.sellerName,
  };
  await orLogged(async () => {
    await end(pending, { ...named, after: editableOf(seller), outcome: "done" });
    if (entry.undoes) await markUndone(entry.undoes, entry.id, seller);
  });
}

export async function failWrite(pending: PendingWrite): Promise<void> {
  await orLogged(() => end(pending, { ...pending.entry, outcome: "failed" }));
}

async function end({ entry, isStored }: PendingWrite, final: HistoryEntry): Promise<void> {
  if (!isStored) await beginEntry(entry);
  await endEntry(final);
}

/**
 * The response was lost and nothing waits for it any more, so the write's outcome stays unknown.
 * @param unstored the entry, if the store was away when the write began
 */
export async function loseWrite(changeId: string, unstored?: HistoryEntry): Promise<void> {
  await orLogged(async () => {
    if (unstored) await beginEntry(unstored);
    await markAnswerLost(changeId);
  });
}

/**
 * Settles writes of unknown outcome whose values the seller has now. The entries keep the values
 * that were sent, because others may have changed further fields since.
 */
export async function settleEntries(entries: readonly HistoryEntry[], seller: Seller): Promise<HistoryEntry[]> {
  const active = await activeJobs(entries);
  return Promise.all(entries.map((entry) => settleEntry(entry, seller, active)));
}

async function settleEntry(entry: HistoryEntry, seller: Seller, active: ReadonlySet<string>): Promise<HistoryEntry> {
  const isUnsettled = markInFlight(entry, active).outcome === "unknown" && entry.action !== "create";
  if (!isUnsettled || !isInPlace(entry, seller)) return entry;
  const { answerLost: _lost, ...settled } = entry;
  const done: HistoryEntry = { ...settled, outcome: "done" };
  await orLogged(async () => {
    await endEntry(done);
    if (done.undoes) await markUndone(done.undoes, done.id, seller);
  });
  return done;
}

export async function orLogged<T>(write: () => Promise<T>): Promise<T | undefined> {
  try {
    return await write();
  } catch (err) {
    log().error({ err }, "the history can't be written");
    return undefined;
  }
}

export const jobLease = (jobId: string) => `job:${jobId}`;

export async function activeJobs(entries: readonly Pick<HistoryEntry, "jobId">[]): Promise<Set<string>> {
  const jobs = [...new Set(entries.flatMap(({ jobId }) => jobId ?? []))].slice(0, MAX_JOBS);
  const isActive = await Promise.all(jobs.map((id) => Lease.isHeld(jobLease(id))));
  return new Set(jobs.filter((_id, at) => isActive[at]));
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
