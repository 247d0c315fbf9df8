import { z } from "zod";
import { env } from "~/.server/env";
import { hashed } from "~/.server/store/hashed";
import { type LogQuery, MAX_LOG_CLOCK_SKEW_MS, store } from "~/.server/store/open-store";
import { sealedRecords } from "~/.server/store/sealed-records";
import { storedChangeSchema } from "~/sellers/change-schema";
import { type HistoryEntry, isInPlace, isTakenBack } from "~/sellers/history-entry";
import type { Seller } from "~/sellers/seller";

/*
 * An entry lies sealed under `change:ID`, and its id stands in two logs: that of all changes and that of its seller.
 * So one entry can be found by its id, and told how it ended after it was begun.
 */

const ALL = "history";
/** 128 random bits, or a job's id and the number of its item. */
const ID = /^[\w-]{22}(\.\d{1,7})?$/;

const entryBase = z.object({
  id: z.string(),
  at: z.number(),
  by: z.object({ sub: z.string(), name: z.string().optional() }),
  sellerId: z.string().optional(),
  sellerName: z.string(),
  outcome: z.enum(["done", "failed", "unknown"]),
  requestId: z.string(),
  jobId: z.string().optional(),
  reason: z.string().optional(),
  undoes: z.string().optional(),
  undoneBy: z.string().optional(),
  undonePartly: z.boolean().optional(),
});
const schema: z.ZodType<HistoryEntry> = z.discriminatedUnion("action", [
  entryBase.extend({ action: z.literal("create"), after: storedChangeSchema.partial({ accountEnabled: true }) }),
  entryBase.extend({
    action: z.enum(["update", "enable", "disable"]),
    before: storedChangeSchema,
    after: storedChangeSchema,
  }),
]);

/** An entry is in its logs within this time, in ms, or its process died. */
const LISTED_WITHIN_MS = 60_000;
/** When a log may say that an entry was listed in it, the store's clock being another one. */
const listedAround = (at: number) => ({
  from: at - MAX_LOG_CLOCK_SKEW_MS,
  until: at + LISTED_WITHIN_MS + MAX_LOG_CLOCK_SKEW_MS,
});
/** More than are begun in that time. */
const MAX_BEGUN = 50_000;

const secondsLeft = ({ at }: Pick<HistoryEntry, "at">) =>
  Math.ceil((at - Date.now()) / 1000) + env().HISTORY_DAYS * 86_400;
/** Of before HISTORY_DAYS was lowered: the store still holds it, and nobody is to see it or can give it more time. */
const isOver = (entry: HistoryEntry) => secondsLeft(entry) <= 0;

const journal = sealedRecords({ kind: "change", purpose: "history", schema, ttl: secondsLeft, id: ID });

/**
 * When a seller was added and last changed through this app, for as long as its history tells of it, so that a list needn't
 * look into every seller's history.
 */
const moments = sealedRecords({
  kind: "seller-moment",
  purpose: "history moments",
  schema: z.object({ at: z.number() }),
  ttl: ({ at }) => secondsLeft({ at }),
  id: /^(added|changed)\.[\w-]{43}$/,
});

const momentId = (of: "added" | "changed", sellerId: string) => `${of}.${hashed(sellerId)}`;

/** Milliseconds since the epoch; absent where the history doesn't know. */
export type SellerMoments = { added?: number; changed?: number };

/** Of each of these sellers, in their order, by one question to the store. @throws StoreUnavailable */
export async function sellerMoments(sellerIds: readonly string[]): Promise<SellerMoments[]> {
  const ids = sellerIds.flatMap((id) => [momentId("added", id), momentId("changed", id)]);
  const found = await moments.findMany(ids);
  return sellerIds.map((_id, at) => ({ added: found[2 * at]?.at, changed: found[2 * at + 1]?.at }));
}

/** A change whose outcome was found out late is older than others that are known, or that are being noted right now. */
function noteMoment(of: "added" | "changed", sellerId: string, at: number): Promise<void> {
  return moments.change(momentId(of, sellerId), (known) => (!known || known.at < at ? { at } : undefined));
}

/** @throws StoreUnavailable */
export async function dropMoments(sellerId: string): Promise<void> {
  await Promise.all([moments.delete(momentId("added", sellerId)), moments.delete(momentId("changed", sellerId))]);
}

export function newEntryId(): string {
  return journal.newId();
}

/** Hashed: a backend's id may be longer than a key of the store. */
const sellerLog = (sellerId: string) => `${ALL}:${hashed(sellerId)}`;

/**
 * Writes an entry down before its write is sent, so that even a process that dies in between leaves its trace. What
 * is tried once more has its entry already, which then tells of this try, in its old place.
 * @returns the entry as it now stands: with the time of its first try
 * @throws StoreUnavailable
 */
export async function beginEntry(entry: HistoryEntry): Promise<HistoryEntry> {
  const isFirst = await journal.putIfAbsent(entry.id, entry);
  const begun = (isFirst ? undefined : await findEntry(entry.id)) ?? entry;
  const now = { ...entry, at: begun.at };
  if (!isFirst) await journal.put(entry.id, now);
  for (const log of [ALL, ...(entry.sellerId ? [sellerLog(entry.sellerId)] : [])]) {
    // The process that began it may have died before it was in its logs.
    if (isFirst || !(await isListed(log, begun))) await list(log, entry);
  }
  return now;
}

async function list(log: string, entry: HistoryEntry): Promise<void> {
  await (await store()).append(log, entry.id, secondsLeft(entry));
}

async function isListed(log: string, entry: HistoryEntry): Promise<boolean> {
  const { id, at } = entry;
  const found = await (await store()).readLog(log, { ...listedAround(at), limit: MAX_BEGUN });
  return found.some(({ value }) => value === id);
}

/** Writes down how a begun entry ended. A creation learns only now whose history it belongs to. @throws StoreUnavailable */
export async function endEntry(entry: HistoryEntry): Promise<void> {
  const { action, sellerId, outcome, at } = entry;
  // At once, because a job does this for each of its items.
  await Promise.all([
    journal.put(entry.id, entry),
    sellerId !== undefined && action === "create" && list(sellerLog(sellerId), entry),
    sellerId !== undefined && outcome === "done" && noteMoment(action === "create" ? "added" : "changed", sellerId, at),
  ]);
}

/**
 * Marks an entry as taken back by another one, as far as the seller shows it; what it had taken back itself is in force again.
 * @throws StoreUnavailable
 */
export async function markUndone(id: string, undoneBy: string, now: Seller): Promise<void> {
  const entry = await findEntry(id);
  if (!entry || entry.action === "create") return;
  await journal.update(id, { ...entry, undoneBy, undonePartly: !isTakenBack(entry, now) });
  const first = entry.undoes === undefined ? undefined : await findEntry(entry.undoes);
  if (!first?.undoneBy || first.action === "create") return;
  const { undoneBy: by, undonePartly: _partly, ...inForce } = first;
  const again = isInPlace(first, now) ? inForce : { ...inForce, undoneBy: by, undonePartly: !isTakenBack(first, now) };
  await journal.update(first.id, again);
}

/**
 * @param id as it came in a URL or a form.
 * @throws StoreUnavailable
 */
export async function findEntry(id: string): Promise<HistoryEntry | undefined> {
  const entry = await journal.find(id);
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
  const oldest = listedAround(Date.now() - env().HISTORY_DAYS * 86_400_000).from;
  return readPage({ ...query, from: Math.max(from, oldest) }, findEntry);
}

async function readPage({ sellerId, limit, ...range }: HistoryQuery, find: typeof findEntry): Promise<HistoryPage> {
  const log = sellerId === undefined ? ALL : sellerLog(sellerId);
  const found = await (await store()).readLog(log, { ...range, limit: limit + 1 });
  const shown = found.slice(0, limit);
  const placed = await Promise.all(shown.map(async ({ id, value }) => ({ id, entry: await find(value) })));
  const there = placed.flatMap(({ id, entry }) => (entry ? [{ id, entry }] : []));
  return {
    entries: there.map(({ entry }) => entry),
    places: there.map(({ id }) => id),
    ...(found.length > limit ? { older: shown.at(-1)?.id } : {}),
  };
}

/** Entries read at once. */
const BATCH = 200;

/** Every entry of a seller, or of all, newest first, for as long as the store holds it. @throws StoreUnavailable */
export async function* everyEntry(sellerId?: string): AsyncGenerator<HistoryEntry, void> {
  for (let before: string | undefined; ; ) {
    const { entries, older } = await readPage({ sellerId, limit: BATCH, before }, journal.find);
    yield* entries;
    if (older === undefined) return;
    before = older;
  }
}

/** Takes an entry out of the history, as if nobody had made the change here. @throws StoreUnavailable */
export async function dropEntry(entry: HistoryEntry): Promise<void> {
  const logs = await store();
  const range = { ...listedAround(entry.at), limit: MAX_BEGUN };
  for (const log of [ALL, ...(entry.sellerId ? [sellerLog(entry.sellerId)] : [])]) {
    for (const { id, value } of await logs.readLog(log, range))
      if (value === entry.id) await logs.removeFromLog(log, id);
  }
  await journal.delete(entry.id);
}

/** Takes its author out of an entry; the change stays, for the sellers' sake, if its time isn't over. @throws StoreUnavailable */
export async function dropAuthor(entry: HistoryEntry): Promise<void> {
  if (isOver(entry)) return dropEntry(entry);
  await journal.update(entry.id, { ...entry, by: { sub: "erased" } });
}
