import { type LogQuery, store } from "~/.server/store/open-store";
import { type HistoryEntry, isInPlace, isTakenBack } from "~/domain/history-entry";
import type { Seller } from "~/domain/seller";
import { entries, listedAround, logOf, logsOf, placesIn } from "./history-records.server";
import { isOver, oldestTold, secondsLeft } from "./history-retention.server";
import { noteMoment } from "./seller-moments.server";

export function newEntryId(): string {
  return entries.newId();
}

/**
 * Writes an entry down before its write is sent, so that even a process that dies in between leaves its trace. What
 * is tried once more has its entry already, which then tells of this try, in its old place.
 * @returns the entry as it now stands: with the time of its first try
 * @throws StoreUnavailable
 */
export async function beginEntry(entry: HistoryEntry): Promise<HistoryEntry> {
  const isFirst = await entries.putIfAbsent(entry.id, entry);
  const begun = (isFirst ? undefined : await findEntry(entry.id)) ?? entry;
  const now = { ...entry, at: begun.at };
  if (!isFirst) await entries.put(entry.id, now);
  for (const log of logsOf(entry)) {
    // The process that began it may have died before it was in its logs.
    if (isFirst || (await placesIn(log, begun)).length === 0) await list(log, entry);
  }
  return now;
}

async function list(log: string, entry: HistoryEntry): Promise<void> {
  await (await store()).append(log, entry.id, secondsLeft(entry));
}

/**
 * Writes down how a begun entry ended, unless it was erased meanwhile, as its author may have been. A creation learns only now whose history
 * it belongs to.
 * @throws StoreUnavailable
 */
export async function endEntry(entry: HistoryEntry): Promise<void> {
  const { action, sellerId, outcome, at } = entry;
  // At once, because a job does this for each of its items.
  await Promise.all([
    entries.change(entry.id, (now) => now && { ...entry, by: now.by }),
    sellerId !== undefined && action === "create" && list(logOf(sellerId), entry),
    sellerId !== undefined && outcome === "done" && noteMoment(action === "create" ? "added" : "changed", sellerId, at),
  ]);
}

/** Records that a write has ended without a response. What a retry begins anew drops the mark. @throws StoreUnavailable */
export async function markAnswerLost(id: string): Promise<void> {
  await entries.change(id, (now) => (now?.outcome === "unknown" ? { ...now, answerLost: true } : undefined));
}

/**
 * Marks an entry as taken back by another one, as far as the seller shows it; what it had taken back itself is in force again.
 * @throws StoreUnavailable
 */
export async function markUndone(id: string, undoneBy: string, now: Seller): Promise<void> {
  let undoes: string | undefined;
  await changeAlteration(id, (entry) => {
    undoes = entry.undoes;
    // Somebody else took back the rest since this seller was read.
    if (entry.undoneBy && !entry.undonePartly) return undefined;
    return { ...entry, undoneBy, undonePartly: !isTakenBack(entry, now) };
  });
  if (undoes === undefined) return;
  await changeAlteration(undoes, (first) => {
    if (!first.undoneBy) return undefined;
    const { undoneBy: by, undonePartly: _partly, ...inForce } = first;
    return isInPlace(first, now) ? inForce : { ...inForce, undoneBy: by, undonePartly: !isTakenBack(first, now) };
  });
}

type Alteration = Exclude<HistoryEntry, { action: "create" }>;

/** By compare and swap: of two who mark an entry at once neither loses what the other one said. */
function changeAlteration(id: string, to: (now: Alteration) => Alteration | undefined): Promise<void> {
  return entries.change(id, (now) => (now && now.action !== "create" && !isOver(now) ? to(now) : undefined));
}

/**
 * @param id as it came in a URL or a form.
 * @throws StoreUnavailable
 */
export async function findEntry(id: string): Promise<HistoryEntry | undefined> {
  const entry = await entries.find(id);
  return entry && !isOver(entry) ? entry : undefined;
}

type HistoryQuery = LogQuery & { sellerId?: string };

export type HistoryPage = {
  /** Newest first. */
  entries: HistoryEntry[];
  /** Of each entry, the `before` of a page that begins after it. */
  places: string[];
  /** The `before` of the next, older page; absent on the last one. */
  older?: string;
};

/**
 * What was changed through this app, of all sellers or of one, for HISTORY_DAYS.
 * @param query times in milliseconds since the epoch, `until` exclusive; `before` as it came in a URL.
 * @throws StoreUnavailable
 */
export async function listHistory({ from = 0, ...query }: HistoryQuery): Promise<HistoryPage> {
  const oldest = listedAround(oldestTold()).from;
  return readPage({ ...query, from: Math.max(from, oldest) }, (entry) => !isOver(entry));
}

/** @param isTold whether an entry is to be told of. @throws StoreUnavailable */
export async function readPage(
  { sellerId, limit, ...range }: HistoryQuery,
  isTold: (entry: HistoryEntry) => boolean,
): Promise<HistoryPage> {
  const found = await (await store()).readLog(logOf(sellerId), { ...range, limit: limit + 1 });
  const shown = found.slice(0, limit);
  // By one question: the dashboard looks at hundreds.
  const kept = await entries.findMany(shown.map(({ value }) => value));
  const there = shown.flatMap(({ id }, at) => {
    const entry = kept[at];
    return entry && isTold(entry) ? [{ id, entry }] : [];
  });
  return {
    entries: there.map(({ entry }) => entry),
    places: there.map(({ id }) => id),
    ...(found.length > limit ? { older: shown.at(-1)?.id } : {}),
  };
}
