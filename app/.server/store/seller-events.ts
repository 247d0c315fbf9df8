import { createHash } from "node:crypto";
import { z } from "zod";
import type { MomentsOf, SellerMoments } from "~/domain/seller-moments";
import { env } from "../env";
import { inSlices } from "../in-slices";
import { sealedRecords } from "./sealed-records";

/*
 * The moments of all sellers of the history lie in a fixed number of records, so that a list can be
 * filtered by them without reading the history. A seller belongs to the record that the id's hash
 * chooses.
 */

const RECORDS = 500;
/** Sellers per record, so 100,000 in all. Those whose latest change is the oldest give way. */
export const MAX_PER_RECORD = 200;
const DAY_MS = 24 * 60 * 60 * 1000;

/** What happened to a seller, each the last time. */
const events = ["added", "changed", "disabled", "enabled"] as const;
/** In ms since the epoch. */
export type SellerEvents = Partial<Record<(typeof events)[number], number>>;

/** A seller's id, then the time of each event, 0 for none. */
const row = z.tuple([z.string(), z.number(), z.number(), z.number(), z.number()]);
type Row = z.infer<typeof row>;

const records = sealedRecords({
  kind: "seller-events",
  schema: z.object({ rows: z.array(row) }),
  ttl: () => (env().HISTORY_DAYS * DAY_MS) / 1000,
  id: /^\d{1,3}$/,
  maxCached: RECORDS,
});

const recordIds = Array.from({ length: RECORDS }, (_, n) => String(n));

function recordIdOf(sellerId: string): string {
  return String(createHash("sha256").update(sellerId).digest().readUInt32LE() % RECORDS);
}

/**
 * Keeps the later time of each event, because a change whose outcome is known late may be older
 * than the last one.
 * @throws StoreUnavailable
 */
export async function noteEvents(sellerId: string, times: SellerEvents): Promise<void> {
  await records.change(recordIdOf(sellerId), (now) => {
    const rows = new Map(now?.rows.map((one) => [one[0], one]));
    rows.set(sellerId, laterOf(rows.get(sellerId), sellerId, times));
    const live = [...rows.values()].filter((one) => latestOf(one) > oldestKnown());
    return { rows: live.toSorted((a, b) => latestOf(b) - latestOf(a)).slice(0, MAX_PER_RECORD) };
  });
}

/** In ms since the epoch: older changes have left the history. */
const oldestKnown = () => Date.now() - env().HISTORY_DAYS * DAY_MS;

function laterOf(stored: Row | undefined, sellerId: string, times: SellerEvents): Row {
  const [added, changed, disabled, enabled] = events.map((event, n) =>
    Math.max(Number(stored?.[n + 1] ?? 0), times[event] ?? 0),
  ) as [number, number, number, number];
  return [sellerId, added, changed, disabled, enabled];
}

const latestOf = ([, ...times]: Row) => Math.max(...times);

/** @throws StoreUnavailable */
export async function dropEvents(sellerId: string): Promise<void> {
  await records.change(recordIdOf(sellerId), (now) => now && { rows: now.rows.filter(([id]) => id !== sellerId) });
}

/**
 * Of some sellers, or of all that the history knows; changes older than HISTORY_DAYS don't count.
 * @throws StoreUnavailable
 */
export async function findMoments(sellerIds?: readonly string[]): Promise<MomentsOf> {
  const wanted = sellerIds && new Set(sellerIds);
  const storedRecords = await records.peekMany(sellerIds ? [...new Set(sellerIds.map(recordIdOf))] : recordIds);
  const oldest = oldestKnown();
  const moments = new Map<string, SellerMoments>();
  const read = function* () {
    for (const record of storedRecords) {
      yield;
      for (const one of record?.open()?.rows ?? []) {
        if (!wanted || wanted.has(one[0])) moments.set(one[0], momentsOf(one, oldest));
      }
    }
  };
  await inSlices(read());
  return moments;
}

function momentsOf([, added, changed, disabled, enabled]: Row, oldest: number): SellerMoments {
  return {
    ...(added > oldest ? { added } : {}),
    ...(changed > oldest ? { changed } : {}),
    ...(disabled > oldest && disabled > enabled ? { disabledSince: disabled } : {}),
  };
}
