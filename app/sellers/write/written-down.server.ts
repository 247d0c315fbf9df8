import { requestScope } from "~/.server/http/request-scope";
import { log } from "~/.server/log";
import { editableOf } from "~/domain/change";
import type { HistoryEntry } from "~/domain/history-entry";
import type { Seller } from "~/domain/seller";
import { beginEntry, endEntry, markAnswerLost, markUndone } from "./history-journal.server";

/*
 * How a write stands in the history while it goes on. A history that can't be written is logged and never fails the
 * write of a person, who would have to make it again; an item of a job isn't sent without its entry.
 */

/** Entries that couldn't be begun, or not wholly: without that no log tells of them, nor finds them when they are to be erased. */
const unbegun = new WeakSet<HistoryEntry>();

/** The part of an entry that is the same for every write; its outcome isn't known yet. */
export function newEntry(
  by: HistoryEntry["by"],
  { changeId, jobId, reason, undoes }: { changeId: string } & Pick<HistoryEntry, "jobId" | "reason" | "undoes">,
) {
  const outcome: HistoryEntry["outcome"] = "unknown";
  return { id: changeId, at: Date.now(), by, outcome, requestId: requestScope().id, jobId, reason, undoes };
}

/**
 * Before it is sent, so that even a process that dies in between leaves its trace.
 * @returns the entry to end: a change that is tried once more stands where its first try does
 * @throws StoreUnavailable for an item of a job, which is tried again
 */
export async function beginWrite<Entry extends HistoryEntry>(entry: Entry): Promise<Entry> {
  const begin = () => beginEntry(entry);
  // A job's change without an entry would later pass for one made elsewhere, which can't be taken back here.
  const begun = entry.jobId === undefined ? await logged(begin) : await begin();
  const sent = { ...entry, at: begun?.at ?? entry.at };
  if (!begun) unbegun.add(sent);
  return sent;
}

/** It was done, as the record shows; the entry that it took back is told, too. */
export async function endWrite(entry: HistoryEntry, { seller }: { seller: Seller }): Promise<void> {
  await logged(async () => {
    const named = { ...entry, sellerId: seller.id, sellerName: seller.displayName || entry.sellerName };
    if (unbegun.has(entry)) await beginEntry(entry);
    await endEntry({ ...named, after: editableOf(seller), outcome: "done" });
    if (entry.undoes) await markUndone(entry.undoes, entry.id, seller);
  });
}

/** It was surely not done. */
export async function failWrite(entry: HistoryEntry): Promise<void> {
  await logged(async () => {
    if (unbegun.has(entry)) await beginEntry(entry);
    await endEntry({ ...entry, outcome: "failed" });
  });
}

/** Its response was lost and nobody waits for it any more: the history says that the outcome is unknown. */
export async function loseWrite(id: string): Promise<void> {
  await logged(() => markAnswerLost(id));
}

async function logged<T>(write: () => Promise<T>): Promise<T | undefined> {
  try {
    return await write();
  } catch (err) {
    log().error({ err }, "the history can't be written");
    return undefined;
  }
}
