import { data } from "@remix-run/node";
import { BackendError, isHidden, isRefusal } from "~/.server/backend/backend-error";
import { problemText } from "~/.server/backend/contract/problem-details";
import { optional } from "~/.server/backend/optional";
import { isNoRoom, logNoRoom, NO_ROOM_STATUS } from "~/.server/db/errors";
import { once } from "~/.server/db/submissions";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { validFormKey } from "~/auth/form-key.server";
import type { HistoryEntry } from "~/domain/history-entry";
import { sellerPath } from "~/domain/list-link";
import { changedFields, editableOf } from "~/domain/merge-changes";
import type { Seller, SellerRecord } from "~/domain/seller";
import { type EditableField, editableFields } from "~/domain/seller-fields";
import { type Undo, type UndoField, undoOf } from "~/domain/undo";
import { formatDateTime } from "~/i18n/format";
import { pathIn } from "~/i18n/locales";
import { findEntry, listEntries } from "~/sellers/write/history-journal.server";
import { type Decision, writeSeller } from "~/sellers/write/write-seller.server";
import type { FieldValue } from "./history-view";
import type { UndoRefusal } from "./undo-form";
import { isOwn } from "./visible-history.server";

type Impossible = { because: keyof typeof OBSTACLES } & Partial<UndoRefusal>;

class Refused extends Error {
  readonly impossible: Impossible;
  constructor(impossible: Impossible) {
    super(`Not undone: ${impossible.because}`);
    this.name = "Refused";
    this.impossible = impossible;
  }
}

class AnswerLost extends Error {}

/** A posted `field`, which may repeat, limits the undo. @param sellerId the page's only seller */
export async function undoChange(ctx: FranchiseeContext, page: string, sellerId?: string) {
  const { form, t } = ctx;
  const changeId = String(form.get("change") ?? "");
  const only = editableFields.filter((field) => form.getAll("field").includes(field));
  const refuse = (status: number, { because, ...more }: Impossible) => {
    const refusal = { text: t(OBSTACLES[because]), changeId, sellerId, fields: [], canDisable: false };
    return data<UndoRefusal>({ ...refusal, ...more }, { status });
  };

  const formKey = validFormKey(ctx);
  if (!formKey) return refuse(400, { because: "expired" });
  const entry = await findEntry(changeId);
  const isHere = entry && (sellerId === undefined || entry.sellerId === sellerId);
  if (!isHere || !(await mayUndo(ctx, entry))) return refuse(404, { because: "missing" });
  try {
    const run = () => undo(ctx, changeId, entry.sellerId, only);
    const mayHaveHappened = (error: unknown) => error instanceof AnswerLost;
    const outcome = await once(`undo:${formKey.id}:${changeId}`, run, { fingerprint: only.join(" "), mayHaveHappened });
    if (outcome.state === "other") return refuse(409, { because: "expired", sellerId: entry.sellerId });
    if (outcome.state !== "done") {
      return refuse(outcome.state === "running" ? 409 : 502, { because: outcome.state, sellerId: entry.sellerId });
    }
    // The undo is done, so a store failure must not turn its message into a 503.
    const { undonePartly } = (await optional(findEntry(changeId))) ?? {};
    const text = t(undonePartly ? "undo:donePartly" : "undo:done", {
      name: entry.sellerName || t("sellers:detail.unnamed"),
    });
    const link = undoLink(ctx, entry.sellerId ?? "", outcome.result, t("undo:restore"));
    return ctx.redirect(page, { flash: { kind: "success", text, link } });
  } catch (error) {
    if (error instanceof Refused) return refuse(409, error.impossible);
    if (isNoRoom(error)) {
      logNoRoom(error);
      return refuse(NO_ROOM_STATUS, { because: "noRoom", sellerId: entry.sellerId });
    }
    if (isHidden(error)) {
      const text = t(`jobs:reason.${error.status === 403 ? "forbidden" : "gone"}`);
      // Without the id there is no link to a page that would fail.
      return refuse(error.status, { because: "rejected", sellerId: undefined, text });
    }
    if (!isRefusal(error)) throw error;
    if (error.status === 412) return refuse(412, { because: "changing", sellerId: entry.sellerId });
    if (error.status === 409) return refuse(409, { because: "taken", sellerId: entry.sellerId });
    return refuse(error.status, { because: "rejected", sellerId: entry.sellerId, ...explain(ctx, error) });
  }
}

/** Asks the backend without the cache, because this is a write. @throws BackendError */
async function mayUndo(ctx: FranchiseeContext, entry: HistoryEntry): Promise<boolean> {
  return isOwn(entry, ctx) || (entry.sellerId !== undefined && (await ctx.sellers.isShown(entry.sellerId)));
}

/** @returns the id of the new entry. @throws Refused; AnswerLost; BackendError */
async function undo(
  ctx: FranchiseeContext,
  undoes: string,
  sellerId: string | undefined,
  only: EditableField[],
): Promise<string> {
  if (!sellerId) throw new Refused({ because: "missing" });
  const decide = async ({ seller }: SellerRecord): Promise<Decision<Impossible>> => {
    // Read under the seller's lease, because somebody else may have undone it while this waited.
    const entry = await findEntry(undoes);
    if (!entry) return { no: { because: "missing" } };
    const plan = undoOf(entry, seller, only);
    if (plan.possible) return { change: plan.change };
    const fields = await undoFields(ctx, entry, seller, plan);
    const canDisable = plan.because === "created" && seller.accountEnabled;
    return { no: { because: plan.because, text: undoProblem(ctx, plan), fields, sellerId, canDisable } };
  };
  const written = await writeSeller(ctx, sellerId, decide, { undoes });
  switch (written.outcome) {
    case "saved":
      return written.changeId;
    case "notSaved":
      throw new Refused(written.no);
    case "unchanged":
      throw new Refused({ because: "notDone", sellerId });
    case "refused":
      throw written.error;
    case "unknown":
      // If the record can't be read, its page can't either, so the error page tells it.
      throw written.checked ? new AnswerLost() : new BackendError("sellers", "outcomeUnknown");
  }
}

/** The backend's reason for refusing values that it once accepted. */
function explain({ t }: FranchiseeContext, { problem }: BackendError): Pick<UndoRefusal, "text"> {
  return { text: t("undo:refused.rejected", { reason: problemText(problem) ?? "" }).trim() };
}

/** Links to the change in the history, where it can be undone; undefined if nothing was changed. */
export function undoLink(
  { locale, t }: Pick<FranchiseeContext, "locale" | "t">,
  sellerId: string,
  changeId: string | undefined,
  text = t("common:undo"),
): { href: string; text: string } | undefined {
  if (!changeId) return undefined;
  const query = new URLSearchParams({ change: changeId });
  return { href: pathIn(locale, `${sellerPath(sellerId, "history")}?${query}`), text };
}

export type UndoFieldView = UndoField & { now?: FieldValue; before?: FieldValue; text: string };

type UndoOutlook = {
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

function undoProblem({ t }: Pick<FranchiseeContext, "t">, undo: Undo): string | undefined {
  if (undo.possible) return undefined;
  const some = undo.because === "changedSince" && undo.fields.some(({ state }) => state === "possible");
  return t(OBSTACLES[some ? "changedPartly" : undo.because]);
}

/** Why a change can't be undone. */
const OBSTACLES = {
  created: "jobs:reason.created",
  alreadyUndone: "jobs:reason.alreadyUndone",
  changing: "jobs:reason.changing",
  expired: "problems:expired",
  noRoom: "problems:noRoom.database",
  already: "undo:refused.already",
  changedPartly: "undo:refused.changedPartly",
  changedSince: "undo:refused.changedSince",
  missing: "undo:refused.missing",
  notDone: "undo:refused.notDone",
  rejected: "undo:refused.rejected",
  running: "undo:refused.running",
  taken: "undo:refused.taken",
  unknown: "undo:refused.unknown",
} as const;

/**
 * @param seller as the backend has just returned it to this person, who may then see its history
 */
async function undoFields(
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
