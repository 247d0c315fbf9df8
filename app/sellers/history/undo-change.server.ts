import { data } from "@remix-run/node";
import { BackendError, isHidden } from "~/.server/backend/backend-error";
import { known, optional } from "~/.server/backend/optional";
import { problemText } from "~/.server/backend/problem-details";
import { once } from "~/.server/store/idempotency";
import { LockBusy, withLock } from "~/.server/store/lock";
import { isNoRoom, logNoRoom, NO_ROOM } from "~/.server/store/no-room";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { openFormKey } from "~/auth/form-key.server";
import type { HistoryEntry } from "~/domain/history-entry";
import type { SellerRecord } from "~/domain/seller";
import { type EditableField, editableFields } from "~/domain/seller-fields";
import { type Undo, undoOf } from "~/domain/undo";
import { findEntry } from "~/sellers/write/history-journal.server";
import { type Decision, isRefusal, writeSeller } from "~/sellers/write/write-seller.server";
import { undoLink } from "./undo-link.server";
import { undoFields, undoProblem } from "./undo-outlook.server";
import type { UndoRefusal } from "./undo-refusal";
import { isOwn } from "./visible-history.server";

/** Outlasts reading and writing the record as often as `writeSeller` does. */
const LEASE_MS = 120_000;
const WAIT_MS = 5_000;

type Because =
  | Extract<Undo, { possible: false }>["because"]
  | "missing"
  | "expired"
  | "running"
  | "unknown"
  | "taken"
  | "rejected"
  | "changing"
  | "noRoom";
type Impossible = { because: Because } & Partial<UndoRefusal>;

class Refused extends Error {
  readonly impossible: Impossible;
  constructor(impossible: Impossible) {
    super(`Not undone: ${impossible.because}`);
    this.name = "Refused";
    this.impossible = impossible;
  }
}

/** Nobody knows whether it was taken back. */
class AnswerLost extends Error {}

/**
 * Takes back the posted `change`, once however often its form is sent: its fields get the values they had, unless
 * somebody has changed one of them since; what others changed stays. With `field`, as often as wanted, only these.
 * @param page where to go afterwards
 * @param sellerId the page's seller, when it shows the history of one only
 * @returns a redirect to the page, or why nothing was taken back
 */
export async function undoChange(ctx: FranchiseeContext, page: string, sellerId?: string) {
  const { form, session, t } = ctx;
  const changeId = String(form.get("change") ?? "");
  const only = editableFields.filter((field) => form.getAll("field").includes(field));
  const refuse = (status: number, { because, ...more }: Impossible) => {
    const refusal = { text: t(`undo:refused.${because}`), changeId, sellerId, fields: [], canDisable: false };
    return data<UndoRefusal>({ ...refusal, ...more }, { status });
  };

  const formKey = await openFormKey(form.get("formKey"));
  if (formKey?.sub !== session.sub) return refuse(400, { because: "expired" });
  const entry = await findEntry(changeId);
  const isHere = entry && (sellerId === undefined || entry.sellerId === sellerId);
  if (!isHere || !(await mayTakeBack(ctx, entry))) return refuse(404, { because: "missing" });
  try {
    const undo = () =>
      withLock(`undo:${changeId}`, { leaseMs: LEASE_MS, waitMs: WAIT_MS }, () => takeBack(ctx, changeId, only));
    const mayHaveHappened = (error: unknown) => error instanceof AnswerLost;
    const outcome = await once(`undo:${formKey.id}:${changeId}`, undo, { mayHaveHappened });
    if (outcome.state !== "done") {
      return refuse(outcome.state === "running" ? 409 : 502, { because: outcome.state, sellerId: entry.sellerId });
    }
    // The undo is done: a store that fails only now must not turn its message into a 503.
    const { undonePartly } = known(await optional(findEntry(changeId))) ?? {};
    const text = t(undonePartly ? "undo:donePartly" : "undo:done", { name: entry.sellerName || t("history:unnamed") });
    const link = undoLink(ctx, entry.sellerId ?? "", outcome.result, t("undo:restore"));
    return ctx.redirect(page, { flash: { kind: "success", text, link } });
  } catch (error) {
    if (error instanceof Refused) return refuse(409, error.impossible);
    if (error instanceof LockBusy) return refuse(409, { because: "running" });
    if (isNoRoom(error)) {
      logNoRoom(error);
      return refuse(NO_ROOM, { because: "noRoom", sellerId: entry.sellerId });
    }
    if (isHidden(error)) {
      const text = t(`outcomes:reason.${error.status === 403 ? "forbidden" : "gone"}`);
      // No link to a seller whose page wouldn't come.
      return refuse(error.status, { because: "rejected", sellerId: undefined, text });
    }
    if (!isRefusal(error)) throw error;
    if (error.status === 412) return refuse(412, { because: "changing", sellerId: entry.sellerId });
    if (error.status === 409) return refuse(409, { because: "taken", sellerId: entry.sellerId });
    return refuse(error.status, { because: "rejected", sellerId: entry.sellerId, ...explained(ctx, error) });
  }
}

/**
 * Their own, or of a seller that the backend shows them at this moment: nothing that was remembered counts for a write.
 * @throws BackendError when it doesn't say
 */
async function mayTakeBack(ctx: FranchiseeContext, entry: HistoryEntry): Promise<boolean> {
  return isOwn(entry, ctx) || (entry.sellerId !== undefined && (await ctx.sellers.isShown(entry.sellerId)));
}

/**
 * @returns the id of the entry that took the other one back.
 * @throws Refused; AnswerLost; BackendError
 */
async function takeBack(ctx: FranchiseeContext, undoes: string, only: EditableField[]): Promise<string> {
  const { sellerId } = (await findEntry(undoes)) ?? {};
  if (!sellerId) throw new Refused({ because: "missing" });
  const decide = async ({ seller }: SellerRecord): Promise<Decision<Impossible>> => {
    // Read under the lock: somebody else may have taken it back while this waited.
    const entry = await findEntry(undoes);
    if (!entry) return { no: { because: "missing" } };
    const undo = undoOf(entry, seller, only);
    if (undo.possible) return { change: undo.change };
    const fields = await undoFields(ctx, entry, seller, undo);
    const canDisable = undo.because === "created" && seller.accountEnabled;
    return { no: { because: undo.because, text: undoProblem(ctx, undo), fields, sellerId, canDisable } };
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
      // Where the record can't be had, its page can't be, either: the error page says it.
      throw written.checked ? new AnswerLost() : new BackendError("sellers", "outcomeUnknown");
  }
}

/** What the backend says about values that it took once and doesn't take any more. */
function explained({ t }: FranchiseeContext, { problem }: BackendError): Pick<UndoRefusal, "text"> {
  return { text: t("undo:refused.rejected", { reason: problemText(problem) ?? "" }).trim() };
}
