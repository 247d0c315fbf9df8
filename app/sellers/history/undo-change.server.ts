import { data } from "@remix-run/node";
import { BackendError, isHidden, isRefusal } from "~/.server/backend/backend-error";
import { problemText } from "~/.server/backend/contract/problem-details";
import { optional } from "~/.server/backend/optional";
import { isNoRoom, logNoRoom, NO_ROOM_STATUS } from "~/.server/db/errors";
import { once } from "~/.server/db/submissions";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { validFormKey } from "~/auth/form-key.server";
import type { HistoryEntry } from "~/domain/history-entry";
import type { SellerRecord } from "~/domain/seller";
import { type EditableField, editableFields } from "~/domain/seller-fields";
import { undoOf } from "~/domain/undo";
import { findEntry } from "~/sellers/write/history-journal.server";
import { type Decision, writeSeller } from "~/sellers/write/write-seller.server";
import type { UndoRefusal } from "./undo-form";
import { OBSTACLES, obstacleText, undoFields, undoLink } from "./undo-outlook.server";
import { isOwn } from "./visible-history.server";

/** Without a `text` the obstacle's own is shown. */
type Refusal = { status: number; obstacle: keyof typeof OBSTACLES } & Partial<UndoRefusal>;

/** Thrown, not returned, because `once` then lets the person send the same form again. */
class UndoRefused extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Omit<Refusal, "status">) {
    super(`Not undone: ${refusal.obstacle}`);
    this.name = "UndoRefused";
    this.refusal = { status: 409, ...refusal };
  }
}

/** The undo may have been written, so `once` doesn't run the same form again. */
class AnswerLost extends Error {}

/** What a form is told that `once` didn't run: it was sent before, maybe with other fields. */
const REPEATED = {
  keyReused: { status: 409, obstacle: "expired" },
  running: { status: 409, obstacle: "running" },
  unknown: { status: 502, obstacle: "unknown" },
} as const;

/** A posted `field`, which may repeat, limits the undo. @param sellerId the page's only seller */
export async function undoChange(ctx: FranchiseeContext, page: string, sellerId?: string) {
  const { form, t } = ctx;
  const changeId = String(form.get("change") ?? "");
  const only = editableFields.filter((field) => form.getAll("field").includes(field));
  const refuse = ({ status, obstacle, ...details }: Refusal) => {
    const refusal = { text: t(OBSTACLES[obstacle]), changeId, sellerId, fields: [], canDisable: false };
    return data<UndoRefusal>({ ...refusal, ...details }, { status });
  };

  const formKey = validFormKey(ctx);
  if (!formKey) return refuse({ status: 400, obstacle: "expired" });
  const entry = await findEntry(changeId);
  const isHere = entry && (sellerId === undefined || entry.sellerId === sellerId);
  if (!isHere || !(await mayUndo(ctx, entry))) return refuse({ status: 404, obstacle: "missing" });
  try {
    const run = () => undo(ctx, changeId, entry.sellerId, only);
    const mayHaveHappened = (error: unknown) => error instanceof AnswerLost;
    const outcome = await once(`undo:${formKey.id}:${changeId}`, run, { fingerprint: only.join(" "), mayHaveHappened });
    if (outcome.state !== "done") return refuse({ ...REPEATED[outcome.state], sellerId: entry.sellerId });
    // The undo is done, so a database failure must not turn its message into a 503.
    const { undonePartly } = (await optional(findEntry(changeId))) ?? {};
    const text = t(undonePartly ? "undo:donePartly" : "undo:done", {
      name: entry.sellerName || t("sellers:detail.unnamed"),
    });
    const link = undoLink(ctx, entry.sellerId ?? "", outcome.result, t("undo:restore"));
    return ctx.redirect(page, { flash: { kind: "success", text, link } });
  } catch (error) {
    return refuse(refusalOf(error, entry.sellerId, ctx));
  }
}

/** Asks the backend without the cache, because this is a write. @throws BackendError */
async function mayUndo(ctx: FranchiseeContext, entry: HistoryEntry): Promise<boolean> {
  return isOwn(entry, ctx) || (entry.sellerId !== undefined && (await ctx.sellers.isShown(entry.sellerId)));
}

/** @returns the id of the new entry. @throws UndoRefused; AnswerLost; BackendError */
async function undo(
  ctx: FranchiseeContext,
  undoes: string,
  sellerId: string | undefined,
  only: EditableField[],
): Promise<string> {
  if (!sellerId) throw new UndoRefused({ obstacle: "missing" });
  const decide = async ({ seller }: SellerRecord): Promise<Decision<Omit<Refusal, "status">>> => {
    // Read under the seller's lease, because somebody else may have undone it while this waited.
    const entry = await findEntry(undoes);
    if (!entry) return { instead: { obstacle: "missing" } };
    const plan = undoOf(entry, seller, only);
    if (plan.possible) return { change: plan.change };
    const fields = await undoFields(ctx, entry, seller, plan);
    const canDisable = plan.obstacle === "created" && seller.accountEnabled;
    return { instead: { obstacle: plan.obstacle, text: obstacleText(ctx, plan), fields, sellerId, canDisable } };
  };
  const written = await writeSeller(ctx, sellerId, decide, { undoes });
  switch (written.outcome) {
    case "saved":
      return written.changeId;
    case "notSaved":
      throw new UndoRefused(written.instead);
    case "unchanged":
      throw new UndoRefused({ obstacle: "notDone", sellerId });
    case "refused":
      throw written.error;
    case "unknown":
      // Without a readable record the seller's page would fail too, so show the error page.
      throw written.isChecked ? new AnswerLost() : new BackendError("sellers", "outcomeUnknown");
  }
}

/** @throws the error itself if it needs an error page */
function refusalOf(error: unknown, sellerId: string | undefined, { t }: FranchiseeContext): Refusal {
  if (error instanceof UndoRefused) return error.refusal;
  if (isNoRoom(error)) {
    logNoRoom(error);
    return { status: NO_ROOM_STATUS, obstacle: "noRoom", sellerId };
  }
  if (isHidden(error)) {
    const text = t(`jobs:reason.${error.status === 403 ? "forbidden" : "gone"}`);
    // Without the id there is no link to a page that would fail.
    return { status: error.status, obstacle: "rejected", sellerId: undefined, text };
  }
  if (!isRefusal(error)) throw error;
  const { status, problem } = error;
  if (status === 412) return { status, obstacle: "changing", sellerId };
  if (status === 409) return { status, obstacle: "taken", sellerId };
  const text = t("undo:refused.rejected", { reason: problemText(problem) ?? "" }).trim();
  return { status, obstacle: "rejected", sellerId, text };
}
