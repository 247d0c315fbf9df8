import { optional } from "~/.server/backend/optional";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import type { HistoryEntry } from "~/domain/history-entry";
import { changedFields, editableOf } from "~/domain/merge-changes";
import type { Seller } from "~/domain/seller";
import { type Undo, type UndoField, undoOf } from "~/domain/undo";
import type { Translate } from "~/i18n/catalogues";
import { formatDateTime } from "~/i18n/format";
import { listEntries } from "~/sellers/write/history-journal.server";
import type { FieldValue } from "./history-view";

export type UndoFieldView = UndoField & { now?: FieldValue; before?: FieldValue; text: string };

export type UndoOutlook = {
  fields: UndoFieldView[];
  /** Why a part or all of it is impossible. */
  text?: string;
};

/** @returns undefined when the backend does not return the seller to this person. */
export async function undoOutlook(ctx: FranchiseeContext, entry: HistoryEntry): Promise<UndoOutlook | undefined> {
  const { sellerId } = entry;
  if (sellerId === undefined || entry.action === "create") return undefined;
  const record = await optional(ctx.sellers.get(sellerId));
  if (!record) return undefined;
  const undo = undoOf(entry, record.seller);
  return { fields: await undoFields(ctx, entry, record.seller, undo), text: undoProblem(ctx, undo) };
}

export function undoProblem({ t }: Pick<FranchiseeContext, "t">, undo: Undo): string | undefined {
  if (undo.possible) return undefined;
  const some = undo.because === "changedSince" && undo.fields.some(({ state }) => state === "possible");
  return obstacleText(t, some ? "changedPartly" : undo.because);
}

/** Obstacles that other forms meet, too. */
const SHARED = {
  created: "jobs:reason.created",
  alreadyUndone: "jobs:reason.alreadyUndone",
  changing: "jobs:reason.changing",
  expired: "problems:expired",
  noRoom: "problems:noRoom.database",
} as const;

const OWN = [
  "already",
  "changedPartly",
  "changedSince",
  "missing",
  "notDone",
  "rejected",
  "running",
  "taken",
  "unknown",
] as const;

export type UndoObstacle = keyof typeof SHARED | (typeof OWN)[number];

export function obstacleText(t: Translate, obstacle: UndoObstacle): string {
  const own = OWN.find((each) => each === obstacle);
  return own ? t(`undo:refused.${own}`) : t(SHARED[obstacle as keyof typeof SHARED]);
}

/**
 * @param seller as the backend has just returned it to this person, who may then see its history
 */
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
    // The last change made here set another value, so somebody changed it elsewhere.
    if (!change || editableOf(change.after)[field] !== now[field]) {
      return { ...values, text: t("undo:field.changedElsewhere") };
    }
    const who = change.by.name || t("history:someone");
    return { ...values, text: t("undo:field.changed", { who, when: formatDateTime(change.at) }) };
  });
}

/** The changes among which the author of a field's present value is searched. */
async function changesAfter({ id, at }: HistoryEntry, sellerId: string) {
  const entries = await listEntries({ sellerId, from: at, limit: 200 });
  const isLater = (one: HistoryEntry) => one.id !== id && one.outcome !== "failed";
  return entries.flatMap((one) => (one.action !== "create" && isLater(one) ? [one] : []));
}
