import { z } from "zod";
import { sha256 } from "~/.server/tokens";
import type { CheckedRow } from "~/domain/checked-row";
import { changedFields, editableOf } from "~/domain/merge-changes";
import type { EditableField, Seller, SellerRecord } from "~/domain/seller";
import { storedChangeSchema } from "~/domain/seller-schema";
import type { Translate } from "~/i18n/catalogues";
import { createOnce } from "~/sellers/write/create-once.server";
import { writeSeller } from "~/sellers/write/write-seller.server";
import { MAX_ITEM_NAME, statusChangeIdOf } from "./item-store.server";
import type { ItemOutcome, ItemReason } from "./job";
import { type ItemContext, type JobKind, writeItem } from "./job-item.server";
import { JOB_LIFE_MS } from "./job-store.server";

/** How long a row's idempotency key is kept: a job may be paused until its last day. */
const KEY_LIFE_MS = JOB_LIFE_MS + 86_400_000;

/** A search for a seller whose addition got no response may have failed for these reasons. */
const MAYBE_ADDED = new Set<ItemReason | undefined>(["timeout", "unreachable", "badAnswer", "fault"]);

const creation = z.object({
  kind: z.literal("create"),
  line: z.int(),
  seller: storedChangeSchema.omit({ accountEnabled: true }),
  accountEnabled: z.boolean().optional(),
  /** Set in a retry of a row that has added its seller. */
  sellerId: z.string().optional(),
  /** Set in a retry if the retried job may have added a seller of unknown id. */
  searchFirst: z.literal(true).optional(),
});
const update = z.object({
  kind: z.literal("update"),
  line: z.int(),
  id: z.string(),
  name: z.string(),
  /** An empty text clears the field. */
  fields: storedChangeSchema.partial(),
  /** Hashes of the fields' values when the file was checked. */
  seen: z.record(z.string(), z.string()),
});
const importItem = z.discriminatedUnion("kind", [creation, update]);
type Item = z.infer<typeof importItem>;

/** Idempotency keys hold `plan`, so that each row adds one seller, whichever job saves it. */
export const importParams = z.object({ plan: z.string(), fileName: z.string(), digest: z.string() });
type Context = ItemContext<z.infer<typeof importParams>>;

export function importItemOf(row: Extract<CheckedRow, { kind: "create" | "update" }>): Item {
  if (row.kind === "create") return row;
  const { line, before, fields } = row;
  const seen = Object.keys(fields).map((field) => [field, fingerprint(editableOf(before)[field as EditableField])]);
  const name = before.displayName.slice(0, MAX_ITEM_NAME);
  return { kind: "update", line, id: before.id, name, fields, seen: Object.fromEntries(seen) };
}

function titleOfImport(t: Translate, { fileName }: z.infer<typeof importParams>): string {
  return fileName ? t("jobs:title.import", { fileName }) : t("jobs:title.importPasted");
}

export const sellerImport: JobKind<Item, z.infer<typeof importParams>> = {
  item: importItem,
  params: importParams,
  title: titleOfImport,
  doneText: (t, params, { done, added }) => {
    const changed = done - added;
    const parts = [
      ...(added > 0 ? [t("history:did.create", { count: added })] : []),
      ...(changed > 0 ? [t("history:did.update", { count: changed })] : []),
    ];
    return `${titleOfImport(t, params)}: ${parts.join(", ")}`;
  },
  describe: (item) =>
    item.kind === "create"
      ? { line: item.line, name: item.seller.displayName }
      : { line: item.line, name: item.name, sellerId: item.id },
  // A retried job may be a month old, when its rows' idempotency keys are gone.
  adaptForRetry: (item, { sellerId, result, reason }) => {
    if (item.kind === "update") return item;
    if (sellerId) return { ...item, sellerId };
    return result === "unknown" || MAYBE_ADDED.has(reason) ? { ...item, searchFirst: true } : item;
  },
  run: (item, context) => (item.kind === "create" ? createSeller(item, context) : updateSeller(item, context)),
};

/** Each run of a row sends its seller at most once, so no more than MAX_KEYS runs may send it. */
const MAX_KEYS = 3;

async function createSeller(item: z.infer<typeof creation>, context: Context): Promise<ItemOutcome> {
  const { line, seller, accountEnabled, sellerId } = item;
  const { writer, options, params } = context;
  const name = seller.displayName;
  if (sellerId) return finishCreation({ id: sellerId, name }, accountEnabled, context);
  const lost: ItemOutcome = { result: "unknown", reason: "lostAnswer", name };
  for (let keyNumber = 1; keyNumber <= MAX_KEYS; keyNumber += 1) {
    const searchFirst = item.searchFirst && keyNumber === 1;
    const key = `import:${params.plan}:${line}:${keyNumber}`;
    const created = await createOnce(writer, key, seller, { ...options, searchFirst, lifeMs: KEY_LIFE_MS });
    switch (created.outcome) {
      case "saved":
        return finishCreation({ id: created.id, name, seller: created.seller }, accountEnabled, context);
      case "keyReused":
        // The row has added a seller, though with other values, and must not add another seller.
        return finishCreation({ id: created.id, name }, accountEnabled, context);
      case "refused":
        throw created.error;
      case "running":
        return lost;
      case "unknown":
        // A seller that this run sent may still appear. A seller that an earlier run sent wasn't
        // found by `createOnce`, so the next key sends the row again.
        if (created.isSent) return lost;
    }
  }
  return lost;
}

/** The backend decides whether a new account is enabled; the file may say otherwise. */
async function finishCreation(
  { id, name, seller }: { id: string; name: string; seller?: Seller },
  accountEnabled: boolean | undefined,
  { writer, options, setSeller }: Context,
): Promise<ItemOutcome> {
  const named = { sellerId: id, name: seller?.displayName ?? name };
  // A retry must not add the seller again, even if its status can't be set.
  setSeller(named);
  const done: ItemOutcome = { result: "done", ...named, added: true };
  if (accountEnabled === undefined || seller?.accountEnabled === accountEnabled) return done;
  const decide = (record: SellerRecord) => ({ change: { ...editableOf(record.seller), accountEnabled } });
  const written = await writeSeller(writer, id, decide, { ...options, changeId: statusChangeIdOf(options.changeId) });
  if (written.outcome === "saved" || written.outcome === "unchanged") return done;
  if (written.outcome === "unknown") return { result: "unknown", reason: "lostAnswer", ...named };
  return { result: "failed", reason: "addedOnly", ...named };
}

function updateSeller({ id, fields, seen }: z.infer<typeof update>, context: Context): Promise<ItemOutcome> {
  return writeItem(id, context, {}, ({ seller }) => {
    const current = editableOf(seller);
    const wanted = editableOf({ ...current, ...fields });
    const changedSince = changedFields(current, wanted).some((field) => fingerprint(current[field]) !== seen[field]);
    return changedSince ? { instead: { result: "failed", reason: "changedSince" } } : { change: wanted };
  });
}

function fingerprint(value: string | boolean | undefined): string {
  return sha256(String(value ?? "")).slice(0, 22);
}
