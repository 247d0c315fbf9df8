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
import type { SellerRecord } from "~/domain/seller";
import { type EditableField, editableFields } from "~/domain/seller-fields";
import { undoOf } from "~/domain/undo";
import { pathIn } from "~/i18n/locales";
import { findEntry } from "~/sellers/write/history-journal.server";
import { type Decision, writeSeller } from "~/sellers/write/write-seller.server";
import type { UndoRefusal } from "./undo-form";
import { obstacleText, type UndoObstacle, undoFields, undoProblem } from "./undo-outlook.server";
import { isOwn } from "./visible-history.server";

type Impossible = { because: UndoObstacle } & Partial<UndoRefusal>;

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
    const refusal = { text: obstacleText(t, because), changeId, sellerId, fields: [], canDisable: false };
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
