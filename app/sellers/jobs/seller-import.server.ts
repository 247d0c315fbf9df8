import { createHash } from "node:crypto";
import { z } from "zod";
import { BackendError } from "~/.server/backend/backend-client";
import { isOutcomeUnknown } from "~/.server/backend/backend-error";
import { once } from "~/.server/store/idempotency";
import { isForThePage } from "~/auth/failure.server";
import { changedFields, type EditableField, editableOf } from "~/sellers/change";
import type { CheckedRow } from "~/sellers/checked-row";
import type { SellerChange, SellerRecord } from "~/sellers/seller";
import { endEntry, findEntry, newEntryId } from "~/sellers/write/change-journal.server";
import { findSame } from "~/sellers/write/find-same.server";
import { noted } from "~/sellers/write/recorded-sellers.server";
import { settle } from "~/sellers/write/settle.server";
import type { ItemOutcome } from "./job";
import type { ItemContext, JobKind } from "./job-kind.server";

/** How often a record that changes between our reading and our writing, or a write whose answer was lost, is tried. */
const MAX_ROUNDS = 3;

const texts = { displayName: z.string(), email: z.string(), mpk: z.string() };
const addition = z.object({
  kind: z.literal("create"),
  line: z.int(),
  seller: z.object({ ...texts, firstName: z.string().optional(), surname: z.string().optional() }),
  accountEnabled: z.boolean().optional(),
});
const alteration = z.object({
  kind: z.literal("update"),
  line: z.int(),
  id: z.string(),
  name: z.string(),
  /** An empty name is to be cleared. */
  fields: z.object({ ...texts, firstName: z.string(), surname: z.string(), accountEnabled: z.boolean() }).partial(),
  /** Fingerprints of what these fields held when the person agreed. */
  seen: z.record(z.string(), z.string()),
});
export const importItem = z.discriminatedUnion("kind", [addition, alteration]);
type Item = z.infer<typeof importItem>;

/** `plan`: the checked file; whatever job saves it, each of its rows adds one seller at most. */
const params = z.object({ plan: z.string(), fileName: z.string() });
type Context = ItemContext<z.infer<typeof params>>;

/** Longer names are cut where they are shown. */
const SHOWN_NAME = 256;

/** A row that was found fit to be saved, as an item of the job that does so. */
export function importItemOf(row: Extract<CheckedRow, { kind: "create" | "update" }>): Item {
  if (row.kind === "create") return row;
  const { line, before, fields } = row;
  const seen = Object.keys(fields).map((field) => [field, fingerprint(editableOf(before)[field as EditableField])]);
  const name = before.displayName.slice(0, SHOWN_NAME);
  return { kind: "update", line, id: before.id, name, fields, seen: Object.fromEntries(seen) };
}

/** Saves the rows of a file that was checked before. */
export const sellerImport: JobKind<Item, z.infer<typeof params>> = {
  item: importItem,
  params,
  title: (t, { fileName }) => t("outcomes:title.import", { fileName }),
  undoable: true,
  describe: (item) =>
    item.kind === "create"
      ? { line: item.line, name: item.seller.displayName }
      : { line: item.line, name: item.name, sellerId: item.id },
  run: (item, context) => (item.kind === "create" ? add(item, context) : change(item, context)),
};

/**
 * Adds a seller once, whatever becomes of this process and however often the row is tried. After a lost answer it is
 * not sent again by itself: the seller may yet appear, and a later try looks for it first.
 */
async function add({ line, seller, accountEnabled }: z.infer<typeof addition>, context: Context): Promise<ItemOutcome> {
  const { api, params, changeId } = context;
  const name = seller.displayName;
  for (let attempt = 1; ; attempt += 1) {
    let record: SellerRecord | undefined;
    const create = async () => {
      record = await api.create(seller);
      return record.seller.id;
    };
    const outcome = await once(`import:${params.plan}:${line}:${attempt}`, create, isOutcomeUnknown);
    if (outcome.state === "running") return { result: "unknown", reason: "lostAnswer", name };
    if (outcome.state === "unknown") {
      const found = await findSame(api, seller);
      if (!found && (outcome.cause || attempt === MAX_ROUNDS)) return { result: "unknown", reason: "lostAnswer", name };
      if (!found) continue;
      record = await api.get(found.id);
      await tellHistory(changeId, record);
    }
    record ??= await api.get(outcome.state === "done" ? outcome.result : "");
    return withStatus(record, accountEnabled, context);
  }
}

/** An earlier try's entry learns that it was heard. */
async function tellHistory(changeId: string, { seller }: SellerRecord): Promise<void> {
  const entry = await findEntry(changeId);
  if (entry?.action !== "create" || entry.outcome === "done") return;
  await endEntry({ ...entry, sellerId: seller.id, after: editableOf(seller), outcome: "done" });
}

/** The backend decides how an account begins; the file may say otherwise. */
async function withStatus(
  { seller, etag }: SellerRecord,
  accountEnabled: boolean | undefined,
  { api, changeId }: Context,
): Promise<ItemOutcome> {
  const named = { sellerId: seller.id, name: seller.displayName };
  try {
    if (accountEnabled !== undefined && accountEnabled !== seller.accountEnabled) {
      await noted({ changeId: newEntryId() }, () => api.patch(seller.id, { accountEnabled }, etag));
    }
    return { result: "done", changeId, ...named };
  } catch (error) {
    if (!isForThePage(error)) throw error;
    return { result: "failed", reason: "addedOnly", ...named };
  }
}

/** Changes what the file changes, and only as long as it holds what the person saw. */
async function change(
  { id, fields, seen }: z.infer<typeof alteration>,
  { api, changeId, again }: Context,
): Promise<ItemOutcome> {
  let tried = again;
  for (let round = 1; ; round += 1) {
    const record = await api.get(id);
    const current = editableOf(record.seller);
    const wanted: SellerChange = editableOf({ ...current, ...fields });
    const named = { sellerId: id, name: wanted.displayName };
    const open = changedFields(current, wanted);
    if (open.length === 0)
      return tried ? settle(changeId, record, "same") : { result: "skipped", reason: "same", ...named };
    if (open.some((field) => fingerprint(current[field]) !== seen[field])) {
      return { result: "failed", reason: "changedSince", ...named };
    }
    const { accountEnabled } = wanted;
    try {
      const statusOnly = open.every((field) => field === "accountEnabled");
      const written = await (statusOnly
        ? api.patch(id, { accountEnabled }, record.etag)
        : api.update(id, wanted, record));
      return { result: "done", changeId: written.changeId, ...named };
    } catch (error) {
      if (!(error instanceof BackendError) || round === MAX_ROUNDS) throw error;
      if (error.kind === "outcomeUnknown") tried = true;
      else if (error.status !== 412) throw error;
    }
  }
}

/** What a field held, without keeping what it held. */
function fingerprint(value: string | boolean | undefined): string {
  return createHash("sha256")
    .update(String(value ?? ""))
    .digest("base64url")
    .slice(0, 22);
}
