import { known, optional } from "~/.server/backend/optional";
import { MAX_LOG_CLOCK_SKEW_MS } from "~/.server/store/open-store";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { changedFields, editableOf } from "~/domain/change";
import type { HistoryEntry } from "~/domain/history-entry";
import type { Seller } from "~/domain/seller";
import { type Undo, type UndoField, undoOf } from "~/domain/undo";
import { formatDateTime } from "~/i18n/format";
import { listHistory } from "~/sellers/write/history-journal.server";
import type { FieldValue } from "./history-view";

/** How many later changes of a seller are searched for the one that gave a field its value. */
const LOOKED = 200;

/** A field of a change that is to be taken back, in the person's words. */
export type UndoFieldView = UndoField & { now?: FieldValue; before?: FieldValue; text: string };

/** What taking a change back would do now. */
export type UndoOutlook = {
  fields: UndoFieldView[];
  /** Why not all of it is possible, or nothing. */
  text?: string;
};

/**
 * What would become of each field of a change now.
 * @returns undefined when the backend doesn't give this person the seller: the question is as good without
 */
export async function undoOutlook(ctx: FranchiseeContext, entry: HistoryEntry): Promise<UndoOutlook | undefined> {
  const { sellerId } = entry;
  if (sellerId === undefined || entry.action === "create") return undefined;
  const record = known(await optional(ctx.sellers.get(sellerId)));
  if (!record) return undefined;
  const undo = undoOf(entry, record.seller);
  return { fields: await undoFields(ctx, entry, record.seller, undo), text: undoProblem(ctx, undo) };
}

/** Why a change can't be taken back, or not all of it. */
export function undoProblem({ t }: Pick<FranchiseeContext, "t">, undo: Undo): string | undefined {
  if (undo.possible) return undefined;
  const some = undo.because === "changedSince" && undo.fields.some(({ state }) => state === "possible");
  return t(`undo:refused.${some ? "changedPartly" : undo.because}`);
}

/** @param seller as the backend has just given it to this person, who may see what others did to it, too */
export async function undoFields(
  { t }: Pick<FranchiseeContext, "t">,
  entry: HistoryEntry,
  seller: Seller,
  { fields }: Undo,
): Promise<UndoFieldView[]> {
  if (entry.action === "create") return [];
  const [before, now] = [editableOf(entry.before), editableOf(seller)];
  const later = fields.some(({ state }) => state === "changed") ? await changesAfter(entry, seller.id) : [];
  return fields.map(({ field, state }) => {
    const values = { field, state, before: before[field], now: now[field] };
    if (state !== "changed") return { ...values, text: t(`undo:field.${state}`) };
    const change = later.find((one) => changedFields(one.before, one.after).includes(field));
    // The last change made here gave it another value, so somebody has changed it elsewhere.
    if (!change || editableOf(change.after)[field] !== now[field]) {
      return { ...values, text: t("undo:field.changedElsewhere") };
    }
    const who = change.by.name || t("history:someone");
    return { ...values, text: t("undo:field.changed", { who, when: formatDateTime(change.at) }) };
  });
}

/** Newest first. */
async function changesAfter({ id, at }: HistoryEntry, sellerId: string) {
  const { entries } = await listHistory({ sellerId, from: at - MAX_LOG_CLOCK_SKEW_MS, limit: LOOKED });
  const isLater = (one: HistoryEntry) => one.id !== id && one.at >= at && one.outcome !== "failed";
  return entries.flatMap((one) => (one.action !== "create" && isLater(one) ? [one] : []));
}
