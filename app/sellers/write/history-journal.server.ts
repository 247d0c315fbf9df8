import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { env } from "~/.server/env";
import { type LogQuery, store } from "~/.server/store/open-store";
import type { SealedRecord } from "~/.server/store/sealed-records";
import { noteEvents, type SellerEvents } from "~/.server/store/seller-events";
import { type HistoryEntry, isInPlace, isTakenBack } from "~/domain/history-entry";
import type { Seller } from "~/domain/seller";
import { appendTimes, entries, logIdsOf, logOf, logsOf } from "./history-records.server";
import { isExpired, oldestShown, secondsLeft } from "./history-retention.server";

/** A retry keeps the time of its first attempt. @throws StoreUnavailable */
export async function beginEntry(entry: HistoryEntry): Promise<HistoryEntry> {
  const isFirst = await entries.putIfAbsent(entry.id, entry);
  const first = (isFirst ? undefined : await findEntry(entry.id)) ?? entry;
  const now = { ...entry, at: first.at };
  if (!isFirst) await entries.put(entry.id, now);
  for (const log of logsOf(entry)) {
    // The first attempt's process may have died before it wrote to the logs.
    if (isFirst || (await logIdsOf(log, first)).length === 0) await appendTo(log, entry);
  }
  return now;
}

async function appendTo(log: string, entry: HistoryEntry): Promise<void> {
  await (await store()).append(log, entry.id, secondsLeft(entry));
}

/** Stores the outcome unless the entry was erased; a creation's seller is new in it. */
export async function endEntry(entry: HistoryEntry): Promise<void> {
  const { action, sellerId } = entry;
  const events = eventsOf(entry);
  // In parallel, because a job does this for each item.
  await Promise.all([
    entries.change(entry.id, (now) => now && { ...entry, by: now.by }),
    sellerId !== undefined && action === "create" && appendTo(logOf(sellerId), entry),
    sellerId !== undefined && events && noteEvents(sellerId, events),
  ]);
}

/** What a stored change says about its seller's dates; changes of notes don't count. */
function eventsOf(entry: HistoryEntry): SellerEvents | undefined {
  const { at, outcome, note } = entry;
  if (outcome !== "done" || note) return undefined;
  if (entry.action === "create") return { added: at };
  const isSwitched = entry.before.accountEnabled !== entry.after.accountEnabled;
  return { changed: at, ...(isSwitched && { [entry.after.accountEnabled ? "enabled" : "disabled"]: at }) };
}

/** Records that a write has ended without a response; a retry drops the mark. */
export async function markAnswerLost(id: string): Promise<void> {
  await entries.change(id, (now) => (now?.outcome === "unknown" ? { ...now, answerLost: true } : undefined));
}

/** What the entry had undone is in force again. */
export async function markUndone(id: string, undoneBy: string, now: Seller): Promise<void> {
  let undoes: string | undefined;
  await changeAlteration(id, (entry) => {
    undoes = entry.undoes;
    // Somebody else undid the rest since this seller was read.
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

function changeAlteration(id: string, to: (now: Alteration) => Alteration | undefined): Promise<void> {
  return entries.change(id, (now) => (now && now.action !== "create" && !isExpired(now) ? to(now) : undefined));
}

/** Changes of notes are hidden while notes are turned off. */
const isVisible = (entry: HistoryEntry) =>
  !isExpired(entry) && (entry.note === undefined || env().SELLER_NOTES === "on");

/** @param id may come from a URL or a form. */
export async function findEntry(id: string): Promise<HistoryEntry | undefined> {
  const entry = await entries.find(id);
  return entry && isVisible(entry) ? entry : undefined;
}

type HistoryQuery = LogQuery & { sellerId?: string };

export type HistoryPage = {
  entries: HistoryEntry[];
  older?: string;
};

/** Changes of all sellers or of one, not older than HISTORY_DAYS. `before` may come from a URL. */
export async function listHistory(query: HistoryQuery): Promise<HistoryPage> {
  const { items, older } = await peekHistory(query);
  return { entries: items.flatMap(({ open }) => open() ?? []), older };
}

/** An entry that is unsealed only when `open` is called. */
export type SealedEntry = SealedRecord<HistoryEntry> & {
  /** The cursor of a page that begins after it. */
  cursor: string;
};

/** As `listHistory`, for a search that decides by the index which entries to unseal. */
export async function peekHistory({ from = 0, ...query }: HistoryQuery) {
  const { items, older } = await readPage({ ...query, from: Math.max(from, appendTimes(oldestShown()).from) });
  const isShown = (entry: HistoryEntry | undefined) => (entry && isVisible(entry) ? entry : undefined);
  return { items: items.map((item): SealedEntry => ({ ...item, open: () => isShown(item.open()) })), older };
}

async function readPage({ sellerId, limit, ...range }: HistoryQuery) {
  const logged = await (await store()).readLog(logOf(sellerId), { ...range, limit: limit + 1 });
  const pageItems = logged.slice(0, limit);
  const stored = await entries.peekMany(pageItems.map(({ value }) => value));
  const items = pageItems.flatMap(({ id: cursor }, at): SealedEntry[] => {
    const item = stored[at];
    return item ? [{ ...item, cursor }] : [];
  });
  return { items, older: logged.length > limit ? pageItems.at(-1)?.id : undefined };
}

const BATCH = 200;

/** Every stored entry of a seller, or of all, newest first, expired ones too. */
export async function* everyEntry(sellerId?: string): AsyncGenerator<HistoryEntry, void> {
  for (let before: string | undefined; ; ) {
    const page = await readPage({ sellerId, limit: BATCH, before });
    yield* page.items.flatMap(({ open }) => open() ?? []);
    if (page.older === undefined) return;
    before = page.older;
    await yieldToEventLoop();
  }
}

export async function dropEntry(entry: HistoryEntry): Promise<void> {
  const logs = await store();
  for (const log of logsOf(entry)) {
    for (const id of await logIdsOf(log, entry)) await logs.removeFromLog(log, id);
  }
  await entries.delete(entry.id);
}

/** Removes the author; the change itself stays in the seller's history unless it has expired. */
export async function dropAuthor(entry: HistoryEntry): Promise<void> {
  if (isExpired(entry)) return dropEntry(entry);
  await entries.change(entry.id, (now) => now && { ...now, by: { sub: "erased" } });
}
