import { optional } from "~/.server/backend/optional";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import type { HistoryEntry } from "~/domain/history-entry";
import { changedFields, editableOf } from "~/domain/merge-changes";
import { sellerPath, withParams } from "~/domain/paths";
import type { Seller } from "~/domain/seller";
import { type Undo, type UndoField, undoOf } from "~/domain/undo";
import { formatDateTime } from "~/i18n/format";
import { pathIn } from "~/i18n/locales";
import { listEntries } from "~/sellers/write/history-journal.server";
import type { FieldValue } from "./history-rows";

export const OBSTACLES = {
  created: "jobs:reason.created",
  alreadyUndone: "jobs:reason.alreadyUndone",
  changing: "jobs:reason.changing",
  earlierWrite: "problems:earlierWrite",
  expired: "problems:expired",
  noRoom: "problems:noRoom.database",
  changedPartly: "undo:refused.changedPartly",
  changedSince: "undo:refused.changedSince",
  missing: "undo:refused.missing",
  notDone: "undo:refused.notDone",
  rejected: "undo:refused.rejected",
  restored: "undo:refused.restored",
  running: "undo:refused.running",
  taken: "undo:refused.taken",
  unknown: "undo:refused.unknown",
} as const;

export function undoLink(
  { locale, t }: Pick<FranchiseeContext, "locale" | "t">,
  sellerId: string,
  changeId: string | undefined,
  text = t("common:undo"),
): { href: string; text: string } | undefined {
  if (!changeId) return undefined;
  return { href: pathIn(locale, withParams(sellerPath(sellerId, "history"), { change: changeId })), text };
}

export type UndoFieldView = UndoField & { now?: FieldValue; before?: FieldValue; text: string };

type UndoOutlook = {
  fields: UndoFieldView[];
  obstacle?: string;
};

/** @returns undefined for an addition, or if the backend doesn't return the seller */
export async function undoOutlook(ctx: FranchiseeContext, entry: HistoryEntry): Promise<UndoOutlook | undefined> {
  const { sellerId } = entry;
  if (sellerId === undefined || entry.action === "create") return undefined;
  const record = await optional(ctx.sellers.get(sellerId));
  if (!record) return undefined;
  const undo = undoOf(entry, record.seller);
  return { fields: await undoFields(ctx, entry, record.seller, undo), obstacle: obstacleText(ctx, undo) };
}

export function obstacleText({ t }: Pick<FranchiseeContext, "t">, undo: Undo): string | undefined {
  if (undo.possible) return undefined;
  const isPartlyPossible = undo.obstacle === "changedSince" && undo.fields.some(({ state }) => state === "possible");
  return t(OBSTACLES[isPartlyPossible ? "changedPartly" : undo.obstacle]);
}

/** The texts name other people, so the backend must have just returned `seller` to this person. */
export async function undoFields(
  { t }: Pick<FranchiseeContext, "t">,
  entry: HistoryEntry,
  seller: Seller,
  { fields }: Undo,
): Promise<UndoFieldView[]> {
  if (entry.action === "create") return [];
  const [before, now] = [editableOf(entry.before), editableOf(seller)];
  const laterChanges = fields.some(({ state }) => state === "changed") ? await changesAfter(entry, seller.id) : [];
  return fields.map(({ field, state }) => {
    const values = { field, state, before: before[field], now: now[field] };
    if (state !== "changed") return { ...values, text: t(`undo:field.${state}`) };
    const latest = laterChanges.find((change) => changedFields(change.before, change.after).includes(field));
    // No change in this app set the current value, so another program did.
    if (!latest || editableOf(latest.after)[field] !== now[field]) {
      return { ...values, text: t("undo:field.changedElsewhere") };
    }
    const who = latest.by.name || t("history:someone");
    return { ...values, text: t("undo:field.changed", { who, when: formatDateTime(latest.at) }) };
  });
}

async function changesAfter({ id, at }: HistoryEntry, sellerId: string) {
  const entries = await listEntries({ sellerId, since: at, limit: 200 });
  const isLater = (entry: HistoryEntry) => entry.id !== id && entry.outcome !== "failed";
  return entries.flatMap((entry) => (entry.action !== "create" && isLater(entry) ? [entry] : []));
}
