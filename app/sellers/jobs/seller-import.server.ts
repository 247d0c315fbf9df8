import { z } from "zod";
import { sha256 } from "~/.server/tokens";
import type { CheckedRow } from "~/domain/checked-row";
import { changedFields, editableOf } from "~/domain/merge-changes";
import type { EditableField } from "~/domain/seller";
import { storedChangeSchema } from "~/domain/seller-schema";
import type { Translate } from "~/i18n/catalogues";
import { MAX_ITEM_NAME } from "./item-store.server";
import type { ItemTask, JobKind } from "./item-task.server";
import type { ItemReason } from "./job";

/** Reasons of a failure after which the seller may exist: no response, and the search failed. */
const MAYBE_ADDED = new Set<ItemReason | undefined>(["timeout", "unreachable", "badAnswer", "fault"]);

const creation = z.object({
  kind: z.literal("create"),
  line: z.int(),
  seller: storedChangeSchema.omit({ accountEnabled: true }),
  accountEnabled: z.boolean().optional(),
  /** Set in a retry if the earlier job added the seller. */
  sellerId: z.string().optional(),
  /** Set in a retry if the earlier job may have added the seller. */
  searchFirst: z.literal(true).optional(),
});
const update = z.object({
  kind: z.literal("update"),
  line: z.int(),
  id: z.string(),
  name: z.string(),
  fields: storedChangeSchema.partial(),
  /** By field: the hash of the value that the seller had when the file was checked. */
  seen: z.record(z.string(), z.string()),
});
const importItem = z.discriminatedUnion("kind", [creation, update]);
type Item = z.infer<typeof importItem>;

/** Idempotency keys contain `plan`, so that an import and its retry add each seller once. */
export const importParams = z.object({ plan: z.string(), fileName: z.string(), digest: z.string() });

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
  // The idempotency keys of a month-old job have expired, so its retry must search for the seller.
  adaptForRetry: (item, { sellerId, result, reason }) => {
    if (item.kind === "update") return item;
    if (sellerId) return { ...item, sellerId };
    return result === "unknown" || MAYBE_ADDED.has(reason) ? { ...item, searchFirst: true } : item;
  },
  taskOf: (item, { plan }) => (item.kind === "create" ? additionOf(item, plan) : changeOf(item)),
};

function additionOf(item: z.infer<typeof creation>, plan: string): ItemTask {
  const { line, seller, accountEnabled, sellerId: addedId, searchFirst } = item;
  const idempotencyKey = `import:${plan}:${line}`;
  return { write: "add", seller, accountEnabled, addedId, searchFirst, idempotencyKey };
}

function changeOf({ id, fields, seen }: z.infer<typeof update>): ItemTask {
  return {
    write: "change",
    sellerId: id,
    decide({ seller }) {
      const current = editableOf(seller);
      const target = editableOf({ ...current, ...fields });
      const changedSince = changedFields(current, target).some((field) => fingerprint(current[field]) !== seen[field]);
      return changedSince ? { instead: { result: "failed", reason: "changedSince" } } : { change: target };
    },
  };
}

function fingerprint(value: string | boolean | undefined): string {
  return sha256(String(value ?? "")).slice(0, 22);
}
