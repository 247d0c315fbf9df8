import { z } from "zod";
import { hashed } from "~/.server/db/hashed";
import { MAX_LOG_CLOCK_SKEW_MS, store } from "~/.server/store/open-store";
import { sealedRecords } from "~/.server/store/sealed-records";
import type { HistoryEntry } from "~/domain/history-entry";
import { editableFields } from "~/domain/seller-fields";
import { storedChangeSchema } from "~/domain/seller-schema";
import { historyIndex } from "./history-index.server";
import { secondsLeft } from "./history-retention.server";

const ALL = "history";
/** 128 random bits, or a job's id and the item's number. */
const ID = /^[\w-]{22}(\.\d{1,7})?$/;

const entryBase = z.object({
  id: z.string(),
  at: z.number(),
  by: z.object({ sub: z.string(), name: z.string().optional() }),
  sellerId: z.string().optional(),
  /** Absent if it is the display name after the change. */
  sellerName: z.string().optional(),
  outcome: z.enum(["done", "failed", "unknown"]),
  answerLost: z.literal(true).optional(),
  requestId: z.string(),
  jobId: z.string().optional(),
  note: z.object({ before: z.string(), after: z.string() }).optional(),
  reason: z.string().optional(),
  undoes: z.string().optional(),
  undoneBy: z.string().optional(),
  undonePartly: z.boolean().optional(),
});
/** Only the fields that an alteration changed; null stands for a field that was cleared. */
const changeSchema = z.partialRecord(z.enum(editableFields), z.union([z.string(), z.boolean(), z.null()]));

const packedSchema = z.discriminatedUnion("action", [
  entryBase.extend({ action: z.literal("create"), after: storedChangeSchema.partial({ accountEnabled: true }) }),
  entryBase.extend({
    action: z.enum(["update", "enable", "disable"]),
    before: storedChangeSchema,
    after: changeSchema,
  }),
]);
const schema: z.ZodType<HistoryEntry> = packedSchema.transform((packed, ctx) => {
  const { sellerName, ...entry } = packed;
  if (entry.action === "create") return { ...entry, sellerName: sellerName ?? entry.after.displayName };
  const whole = { ...entry.before, ...entry.after };
  const set = Object.fromEntries(Object.entries(whole).map(([field, value]) => [field, value ?? undefined]));
  const after = storedChangeSchema.safeParse(set);
  if (after.success) return { ...entry, after: after.data, sellerName: sellerName ?? after.data.displayName };
  ctx.issues.push({ code: "custom", input: packed, message: "The changed fields make no seller" });
  return z.NEVER;
});

function packEntry(entry: HistoryEntry): object {
  const sellerName = entry.sellerName === entry.after.displayName ? undefined : entry.sellerName;
  if (entry.action === "create") return { ...entry, sellerName };
  const { before, after } = entry;
  const changed = editableFields.filter((field) => before[field] !== after[field]);
  return { ...entry, sellerName, after: Object.fromEntries(changed.map((field) => [field, after[field] ?? null])) };
}

/** The dashboard reads 600 entries, and unsealing them took half of its processor time. */
const MAX_CACHED = 1_000;

/** Each entry once; the logs hold only ids, because an entry changes when its outcome is known. */
export const entries = sealedRecords({
  kind: "change",
  schema,
  ttl: secondsLeft,
  id: ID,
  maxCached: MAX_CACHED,
  indexOf: historyIndex,
  pack: packEntry,
});

/** The log of a seller, or of all. A store key is too short for some ids, so they are hashed. */
export const logOf = (sellerId?: string) => (sellerId === undefined ? ALL : `${ALL}:${hashed(sellerId)}`);

export const logsOf = ({ sellerId }: Pick<HistoryEntry, "sellerId">) => [ALL, ...(sellerId ? [logOf(sellerId)] : [])];

/** An entry is appended to its logs within this time, or its process died. */
const APPENDED_WITHIN_MS = 60_000;
/** More entries than are written in that time. */
const MAX_ENTRIES = 50_000;

/** When an entry may have been appended to a log, by the store's clock. */
export const appendTimes = (at: number) => ({
  from: at - MAX_LOG_CLOCK_SKEW_MS,
  until: at + APPENDED_WITHIN_MS + MAX_LOG_CLOCK_SKEW_MS,
});

/** The ids of a log's items that name the entry. */
export async function logIdsOf(log: string, { id, at }: Pick<HistoryEntry, "id" | "at">): Promise<string[]> {
  const items = await (await store()).readLog(log, { ...appendTimes(at), limit: MAX_ENTRIES });
  return items.flatMap((item) => (item.value === id ? [item.id] : []));
}
