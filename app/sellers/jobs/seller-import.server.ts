import { createHash } from "node:crypto";
import { z } from "zod";
import { changedFields, editableOf } from "~/domain/change";
import type { CheckedRow } from "~/domain/checked-row";
import type { Seller, SellerRecord } from "~/domain/seller";
import type { EditableField } from "~/domain/seller-fields";
import { createOnce } from "~/sellers/write/create-once.server";
import { type Decision, writeSeller } from "~/sellers/write/write-seller.server";
import type { ItemOutcome, ItemReason } from "./job";
import type { ItemContext, JobKind } from "./job-kind.server";
import { JOB_TTL } from "./job-state.server";
import { endOfWrite } from "./run-item.server";

/** How long it is remembered what a row has added, in seconds: for as long as its job, which may rest until its last day. */
const REMEMBERED = JOB_TTL + 86_400;

/** Failures of the search for a seller that an earlier try, whose answer was lost, may have added. */
const MAYBE_ADDED = new Set<ItemReason | undefined>(["timeout", "unreachable", "badAnswer", "fault"]);

/** How often a row is sent whose seller was never found. */
const MAX_ATTEMPTS = 3;

const texts = { displayName: z.string(), email: z.string(), mpk: z.string() };
const addition = z.object({
  kind: z.literal("create"),
  line: z.int(),
  seller: z.object({ ...texts, firstName: z.string().optional(), surname: z.string().optional() }),
  accountEnabled: z.boolean().optional(),
  /** Of a row that is tried again: the seller that it has added. */
  sellerId: z.string().optional(),
  /** Of a row that is tried again: it may have added its seller, of which nobody heard. */
  sought: z.literal(true).optional(),
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

/** `plan`: the checked file; whatever job saves it, each of its rows adds one seller at most. `digest`: of its bytes. */
export const importParams = z.object({ plan: z.string(), fileName: z.string(), digest: z.string().optional() });
type Params = z.infer<typeof importParams>;
type Context = ItemContext<Params>;

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
export const sellerImport: JobKind<Item, Params> = {
  item: importItem,
  params: importParams,
  title: (t, { fileName }) => t("outcomes:title.import", { fileName }),
  ended: (t, { fileName }) => t("outcomes:ended.import", { fileName }),
  undoable: true,
  describe: (item) =>
    item.kind === "create"
      ? { line: item.line, name: item.seller.displayName }
      : { line: item.line, name: item.name, sellerId: item.id },
  // A job tries again what another one of up to a month ago did, and so on: what was remembered of that may be gone.
  retried: (item, { sellerId, result, reason }) => {
    if (item.kind === "update") return item;
    if (sellerId) return { ...item, sellerId };
    return result === "unknown" || MAYBE_ADDED.has(reason) ? { ...item, sought: true } : item;
  },
  run: (item, context) => (item.kind === "create" ? add(item, context) : change(item, context)),
};

/**
 * Adds a seller once, whatever becomes of this process and however often the row is tried. After a lost answer it is
 * not sent again by itself: the seller may yet appear, and a later try looks for it first.
 */
async function add(item: z.infer<typeof addition>, context: Context): Promise<ItemOutcome> {
  const { line, seller, accountEnabled, sellerId } = item;
  const { writer, note, params } = context;
  const asked = { name: seller.displayName, accountEnabled };
  if (sellerId) return withStatus({ id: sellerId }, asked, context);
  const lost: ItemOutcome = { result: "unknown", reason: "lostAnswer", name: seller.displayName };
  for (let attempt = 1; ; attempt += 1) {
    const sought = item.sought && attempt === 1;
    const addition = { ...note, sought, ttl: REMEMBERED };
    const created = await createOnce(writer, `import:${params.plan}:${line}:${attempt}`, seller, addition);
    switch (created.outcome) {
      case "saved":
      // One row adds one seller: what its key has made is it.
      case "other":
        return withStatus(created, asked, context);
      case "refused":
        throw created.error;
      case "running":
        return lost;
      case "unknown":
        if (created.sent || attempt === MAX_ATTEMPTS) return lost;
    }
  }
}

/** The backend decides how an account begins; the file may say otherwise. */
async function withStatus(
  { id, seller }: { id: string; seller?: Seller },
  { name, accountEnabled }: { name: string; accountEnabled?: boolean },
  { writer, note, isAbout }: Context,
): Promise<ItemOutcome> {
  // Whatever becomes of its status, whoever tries the row again is not to add it again.
  isAbout({ sellerId: id, name: seller?.displayName ?? name });
  const done: ItemOutcome = {
    result: "done",
    changeId: note.changeId,
    sellerId: id,
    name: seller?.displayName ?? name,
    added: true,
  };
  if (accountEnabled === undefined || seller?.accountEnabled === accountEnabled) return done;
  const decide = (record: SellerRecord) => ({ change: { ...editableOf(record.seller), accountEnabled } });
  const { outcome } = await writeSeller(writer, id, decide, { jobId: note.jobId });
  if (outcome === "saved" || outcome === "unchanged") return done;
  return { result: "failed", reason: "addedOnly", sellerId: id, name: done.name };
}

/** Changes what the file changes, and only as long as it holds what the person saw. */
async function change(
  { id, name, fields, seen }: z.infer<typeof alteration>,
  { writer, note }: Context,
): Promise<ItemOutcome> {
  let named = { sellerId: id, name };
  const decide = ({ seller }: SellerRecord): Decision<ItemOutcome> => {
    const current = editableOf(seller);
    const wanted = editableOf({ ...current, ...fields });
    named = { sellerId: id, name: wanted.displayName };
    const changedSince = changedFields(current, wanted).some((field) => fingerprint(current[field]) !== seen[field]);
    return changedSince ? { no: { result: "failed", reason: "changedSince" } } : { change: wanted };
  };
  const written = await writeSeller(writer, id, decide, note);
  return endOfWrite(written, note.changeId, named);
}

/** A fingerprint of a field's value, so that the value itself isn't stored. */
function fingerprint(value: string | boolean | undefined): string {
  return createHash("sha256")
    .update(String(value ?? ""))
    .digest("base64url")
    .slice(0, 22);
}
