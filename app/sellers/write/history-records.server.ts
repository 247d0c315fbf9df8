import { z } from "zod";
import { hashed } from "~/.server/store/hashed";
import { MAX_LOG_CLOCK_SKEW_MS, store } from "~/.server/store/open-store";
import { sealedRecords } from "~/.server/store/sealed-records";
import type { HistoryEntry } from "~/domain/history-entry";
import { storedChangeSchema } from "~/domain/seller-schema";
import { secondsLeft } from "./history-retention.server";

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
  answerLost: z.literal(true).optional(),
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

/** The dashboard looks at 600 entries each time: opening them took half of what it cost. */
const KEPT_OPEN = 1_000;

export const entries = sealedRecords({
  kind: "change",
  schema,
  ttl: secondsLeft,
  id: ID,
  keptOpen: KEPT_OPEN,
});

/** The log of a seller, or that of all. The id is hashed: a backend's may be longer than a key of the store. */
export const logOf = (sellerId?: string) => (sellerId === undefined ? ALL : `${ALL}:${hashed(sellerId)}`);

/** The logs that an entry stands in. */
export const logsOf = ({ sellerId }: Pick<HistoryEntry, "sellerId">) => [ALL, ...(sellerId ? [logOf(sellerId)] : [])];

/** An entry is in its logs within this time, in ms, or its process died. */
const LISTED_WITHIN_MS = 60_000;
/** More than are begun in that time. */
const MAX_BEGUN = 50_000;

/** When a log may say that an entry was listed in it, the store's clock being another one. */
export const listedAround = (at: number) => ({
  from: at - MAX_LOG_CLOCK_SKEW_MS,
  until: at + LISTED_WITHIN_MS + MAX_LOG_CLOCK_SKEW_MS,
});

/** An entry's places in one of its logs. @throws StoreUnavailable */
export async function placesIn(log: string, { id, at }: Pick<HistoryEntry, "id" | "at">): Promise<string[]> {
  const listed = await (await store()).readLog(log, { ...listedAround(at), limit: MAX_BEGUN });
  return listed.flatMap((each) => (each.value === id ? [each.id] : []));
}
