import { z } from "zod";
import { env } from "~/.server/env";
import { sellerFilter } from "~/domain/local-filter";
import { editableOf } from "~/domain/merge-changes";
import { bulkFields, type Seller } from "~/domain/seller";
import { undoableFields, undoOf } from "~/domain/undo";
import type { Translate } from "~/i18n/catalogues";
import { findEntry } from "~/sellers/write/history-journal.server";
import type { AnyKind, JobKind } from "./item-task.server";
import { sellerImport } from "./seller-import.server";

const selectedSeller = z.object({ id: z.string(), name: z.string().optional() });
type SelectedSeller = z.infer<typeof selectedSeller>;

const describe = ({ id, name }: SelectedSeller) => ({ sellerId: id, name });

/** Set if all matching sellers were selected: each must still match when it is written. */
const listFilter = z
  .object({
    q: z.string(),
    status: z.enum(["active", "inactive"]).optional(),
    mpk: z.string().optional(),
    names: z.literal("none").optional(),
  })
  .optional();

function matchesFilter(filter: z.infer<typeof listFilter>, seller: Seller): boolean {
  if (!filter) return true;
  // `q: ""`: with SELLERS_SEARCH=backend only the backend knows which sellers match `q`.
  const matches = sellerFilter(env().SELLERS_SEARCH === "backend" ? { ...filter, q: "" } : filter);
  return !matches || matches(seller);
}

const statusParams = z.object({ accountEnabled: z.boolean(), reason: z.string().optional(), filter: listFilter });

const sellerStatus: JobKind<SelectedSeller, z.infer<typeof statusParams>> = {
  item: selectedSeller,
  params: statusParams,
  title: (t, { accountEnabled }) => t(accountEnabled ? "jobs:title.enable" : "jobs:title.disable"),
  doneText: (t, { accountEnabled }, { done, total }) => {
    const kind = accountEnabled ? "enable" : "disable";
    return done < total ? t(`jobs:partly.${kind}`, { done, total }) : t(`history:did.${kind}`, { count: done });
  },
  reasonOf: ({ reason }) => reason,
  describe,
  taskOf: ({ id }, { accountEnabled, reason, filter }) => ({
    write: "change",
    sellerId: id,
    reason,
    decide({ seller }) {
      const skipReason = accountEnabled ? "alreadyEnabled" : "alreadyDisabled";
      if (seller.accountEnabled === accountEnabled) return { instead: { result: "skipped", reason: skipReason } };
      if (!matchesFilter(filter, seller)) return { instead: { result: "skipped", reason: "noLongerMatches" } };
      return { change: { ...editableOf(seller), accountEnabled } };
    },
  }),
};

const changeParams = z.object({ field: z.enum(bulkFields), value: z.string(), filter: listFilter });

function titleOfChange(t: Translate, { field, value }: Pick<z.infer<typeof changeParams>, "field" | "value">): string {
  return value
    ? t(`jobs:title.change.${field}`, { value })
    : t("jobs:title.clear", { field: t(`sellers:fields.${field}`) });
}

const sellerChange: JobKind<SelectedSeller, z.infer<typeof changeParams>> = {
  item: selectedSeller,
  params: changeParams,
  title: titleOfChange,
  doneText: (t, params, { done, total }) => {
    const what = done < total ? t("jobs:partly.update", { done, total }) : t("history:did.update", { count: done });
    return `${titleOfChange(t, params)}: ${what}`;
  },
  describe,
  taskOf: ({ id }, { field, value, filter }) => ({
    write: "change",
    sellerId: id,
    decide({ seller }) {
      const isSame = (seller[field] ?? "") === value;
      // A seller that already has the value is skipped as "same", even if it no longer matches.
      if (!isSame && !matchesFilter(filter, seller))
        return { instead: { result: "skipped", reason: "noLongerMatches" } };
      return { change: { ...editableOf(seller), [field]: value } };
    },
  }),
};

const undoneChange = z.object({ changeId: z.string(), sellerId: z.string(), name: z.string().optional() });
/** `undoes`: what the earlier job did to the accounts; absent if it changed another field. */
const undoParams = z.object({ undoes: z.enum(["enable", "disable"]).optional() });

const sellerUndo: JobKind<z.infer<typeof undoneChange>, z.infer<typeof undoParams>> = {
  item: undoneChange,
  params: undoParams,
  title: (t) => t("jobs:title.undo"),
  doneText: (t, { undoes }, { done, total }) => {
    if (!undoes) return done < total ? t("jobs:partly.undo", { done, total }) : t("history:did.undo", { count: done });
    if (done === total) return t(`jobs:undid.${undoes}`, { count: done });
    return t(undoes === "enable" ? "jobs:partly.undoEnable" : "jobs:partly.undoDisable", { done, total });
  },
  describe: ({ sellerId, name }) => ({ sellerId, name }),
  taskOf: ({ changeId, sellerId }) => ({
    write: "change",
    sellerId,
    undoes: changeId,
    async decide({ seller }) {
      // Read under the seller's lease: somebody may have undone or erased the change meanwhile.
      const entry = await findEntry(changeId);
      if (!entry) return { instead: { result: "skipped", reason: "notDone" } };
      const whole = undoOf(entry, seller);
      const undoable = undoableFields(whole.fields);
      // Fields that somebody has changed since keep their values.
      const isPartly = !whole.possible && undoable.length > 0;
      const undo = isPartly ? undoOf(entry, seller, undoable) : whole;
      if (undo.possible) return { change: undo.change, isPartly };
      return { instead: { result: "skipped", reason: undo.obstacle === "restored" ? "same" : undo.obstacle } };
    },
  }),
};

const jobKinds = {
  "seller-change": sellerChange,
  "seller-import": sellerImport,
  "seller-status": sellerStatus,
  "seller-undo": sellerUndo,
};

export type KindName = keyof typeof jobKinds;
export type ItemOf<Name extends KindName> = z.output<(typeof jobKinds)[Name]["item"]>;
export type ParamsOf<Name extends KindName> = z.output<(typeof jobKinds)[Name]["params"]>;

export type StoredKind = { kind: string; params?: unknown };

/** @returns undefined for a kind that only a later release knows */
export function kindOf({ kind }: Pick<StoredKind, "kind">): AnyKind | undefined {
  // The cast is safe, because each kind's own schemas parse its items and parameters.
  return Object.hasOwn(jobKinds, kind) ? (jobKinds[kind as KindName] as unknown as AnyKind) : undefined;
}

export function runnableKind(job: StoredKind): AnyKind | undefined {
  const kind = kindOf(job);
  return kind?.params.safeParse(job.params).success ? kind : undefined;
}

export function statusChangeOf({ kind, params }: StoredKind): "enable" | "disable" | undefined {
  if (kind !== "seller-status") return undefined;
  const parsed = statusParams.safeParse(params).data;
  return parsed && (parsed.accountEnabled ? "enable" : "disable");
}

export function jobTitle(job: StoredKind, t: Translate): string {
  return runnableKind(job)?.title(t, job.params) ?? "";
}
