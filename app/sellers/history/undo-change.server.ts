import { data } from "@remix-run/node";
import { BackendError, isHidden, isRefusal } from "~/.server/backend/backend-error";
import { problemText } from "~/.server/backend/contract/problem-details";
import { optional } from "~/.server/backend/optional";
import { isNoRoom, logNoRoom, NO_ROOM_STATUS } from "~/.server/db/errors";
import { runOnce } from "~/.server/db/submissions";
import { sha256 } from "~/.server/tokens";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { validFormKey } from "~/auth/form-key.server";
import type { HistoryEntry } from "~/domain/history-entry";
import { type EditableField, editableFields, type SellerRecord } from "~/domain/seller";
import { undoOf } from "~/domain/undo";
import { findEntry } from "~/sellers/write/history-journal.server";
import { type Decision, writeSeller } from "~/sellers/write/write-seller.server";
import type { UndoRefusal } from "./undo-form";
import { OBSTACLES, obstacleText, undoFields, undoLink } from "./undo-outlook.server";
import { isOwn } from "./visible-history.server";

/** Without `status` the status is 409; without `text` the obstacle's text is shown. */
type Refusal = { obstacle: keyof typeof OBSTACLES; status?: number } & Partial<UndoRefusal>;

/** Thrown, because after a returned refusal `runOnce` wouldn't let the person try again. */
class UndoRefused extends Error {
  constructor(readonly refusal: Refusal) {
    super(`Not undone: ${refusal.obstacle}`);
  }
}

const REFUSAL_BY_STATE = {
  keyReused: { obstacle: "expired" },
  running: { obstacle: "running" },
  unknown: { obstacle: "unknown", status: 502 },
} as const;

/** If `field`s are posted, undoes only these. @param pageSellerId on a seller's own history page */
export async function undoChange(ctx: FranchiseeContext, page: string, pageSellerId?: string) {
  const { form, t } = ctx;
  const changeId = String(form.get("change") ?? "");
  const onlyFields = editableFields.filter((field) => form.getAll("field").includes(field));
  const refuse = ({ obstacle, status = 409, ...details }: Refusal) => {
    const refusal = { text: t(OBSTACLES[obstacle]), changeId, sellerId: pageSellerId, fields: [], canDisable: false };
    return data<UndoRefusal>({ ...refusal, ...details }, { status });
  };

  const formKey = validFormKey(ctx);
  if (!formKey) return refuse({ obstacle: "expired", status: 400 });
  const entry = await findEntry(changeId);
  const isOfThisPage = entry && (pageSellerId === undefined || entry.sellerId === pageSellerId);
  if (!isOfThisPage || !(await mayUndo(ctx, entry))) return refuse({ obstacle: "missing", status: 404 });
  const { sellerId } = entry;
  if (!sellerId) return refuse({ obstacle: "missing" });
  try {
    const fingerprint = onlyFields.join(" ");
    const key = `undo:${formKey.id}:${changeId}`;
    // A form that is sent again has the same id, so that `writeSeller` finds the undo's own entry.
    const undoId = sha256(`${key} ${fingerprint}`).slice(0, 22);
    const outcome = await runOnce(key, () => undo(ctx, { changeId, undoId }, sellerId, onlyFields), { fingerprint });
    if (outcome.state !== "done") return refuse({ ...REFUSAL_BY_STATE[outcome.state], sellerId });
    // `optional`: the undo is done, so a failure of the database must not cause a 503.
    const { undonePartly } = (await optional(findEntry(changeId))) ?? {};
    const text = t(undonePartly ? "undo:donePartly" : "undo:done", {
      name: entry.sellerName || t("sellers:detail.unnamed"),
    });
    const link = undoLink(ctx, sellerId, outcome.id, t("undo:restore"));
    return ctx.redirect(page, { flash: { kind: "success", text, link } });
  } catch (error) {
    return refuse(refusalOf(error, sellerId, ctx));
  }
}

/** Own changes, and changes of sellers that the backend returns now: `isVisible` has a cache. */
async function mayUndo(ctx: FranchiseeContext, entry: HistoryEntry): Promise<boolean> {
  return isOwn(entry, ctx) || (entry.sellerId !== undefined && (await ctx.sellers.canSee(entry.sellerId)));
}

async function undo(
  ctx: FranchiseeContext,
  { changeId, undoId }: { changeId: string; undoId: string },
  sellerId: string,
  onlyFields: EditableField[],
): Promise<{ id: string }> {
  const decide = async ({ seller }: SellerRecord): Promise<Decision<Refusal>> => {
    // Read under the seller's lease: somebody may have undone the change meanwhile.
    const entry = await findEntry(changeId);
    if (!entry) return { instead: { obstacle: "missing" } };
    const plan = undoOf(entry, seller, onlyFields);
    if (plan.possible) return { change: plan.change };
    const fields = await undoFields(ctx, entry, seller, plan);
    const canDisable = plan.obstacle === "created" && seller.accountEnabled;
    return { instead: { obstacle: plan.obstacle, text: obstacleText(ctx, plan), fields, sellerId, canDisable } };
  };
  const result = await writeSeller(ctx, sellerId, decide, {
    undoes: changeId,
    changeId: undoId,
    mayHaveBeenSent: true,
  });
  switch (result.outcome) {
    case "saved":
      return { id: result.changeId };
    case "notSaved":
      throw new UndoRefused(result.instead);
    case "unchanged":
      throw new UndoRefused({ obstacle: "notDone", sellerId });
    case "refused":
      if (result.isOwnWriteRunning) throw new UndoRefused({ obstacle: "earlierWrite", status: 412, sellerId });
      throw result.error;
    case "unknown":
      if (result.isChecked) throw new UndoRefused({ obstacle: "unknown", status: 502, sellerId });
      // The seller can't be read, so a page about the seller would fail too: show the error page.
      throw new BackendError("sellers", "outcomeUnknown");
  }
}

/** @throws the error itself if the person needs an error page */
function refusalOf(error: unknown, sellerId: string, { t }: FranchiseeContext): Refusal {
  if (error instanceof UndoRefused) return error.refusal;
  if (isNoRoom(error)) {
    logNoRoom(error);
    return { obstacle: "noRoom", status: NO_ROOM_STATUS, sellerId };
  }
  if (isHidden(error)) {
    const text = t(`jobs:reason.${error.status === 403 ? "forbidden" : "gone"}`);
    // Link to no seller, because the seller's page would fail too.
    return { obstacle: "rejected", status: error.status, sellerId: undefined, text };
  }
  if (!isRefusal(error)) throw error;
  const { status, problem } = error;
  if (status === 412) return { obstacle: "changing", status, sellerId };
  if (status === 409) return { obstacle: "taken", status, sellerId };
  const text = t("undo:refused.rejected", { reason: problemText(problem) ?? "" }).trim();
  return { obstacle: "rejected", status, sellerId, text };
}
