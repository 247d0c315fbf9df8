import { data } from "@remix-run/node";
import { BackendError, isHidden, isRefusal } from "~/.server/backend/backend-error";
import { problemText } from "~/.server/backend/contract/problem-details";
import { optional } from "~/.server/backend/optional";
import { isNoRoom, logNoRoom, NO_ROOM_STATUS } from "~/.server/db/errors";
import { once } from "~/.server/db/submissions";
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

/** Why a change isn't undone. The status is 409 by default, the text that of the obstacle. */
type Refusal = { obstacle: keyof typeof OBSTACLES; status?: number } & Partial<UndoRefusal>;

/** Thrown, because `once` takes a returned value for work that is done and never to be repeated. */
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

/** Undoes only the posted `field`s, if there are any. @param pageSellerId of a seller's history */
export async function undoChange(ctx: FranchiseeContext, page: string, pageSellerId?: string) {
  const { form, t } = ctx;
  const changeId = String(form.get("change") ?? "");
  const only = editableFields.filter((field) => form.getAll("field").includes(field));
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
    const fingerprint = only.join(" ");
    const key = `undo:${formKey.id}:${changeId}`;
    // The form sent again has the same id, by which `writeSeller` sees whether the undo was made.
    const undoId = sha256(`${key} ${fingerprint}`).slice(0, 22);
    const outcome = await once(key, () => undo(ctx, { changeId, undoId }, sellerId, only), { fingerprint });
    if (outcome.state !== "done") return refuse({ ...REFUSAL_BY_STATE[outcome.state], sellerId });
    // The undo is done, so a database failure must not turn its message into a 503.
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

/** Asks the backend without a cache, because an undo writes. @throws BackendError */
async function mayUndo(ctx: FranchiseeContext, entry: HistoryEntry): Promise<boolean> {
  return isOwn(entry, ctx) || (entry.sellerId !== undefined && (await ctx.sellers.isShown(entry.sellerId)));
}

/** @returns the new entry's id. @throws UndoRefused; BackendError */
async function undo(
  ctx: FranchiseeContext,
  { changeId, undoId }: { changeId: string; undoId: string },
  sellerId: string,
  only: EditableField[],
): Promise<{ id: string }> {
  const decide = async ({ seller }: SellerRecord): Promise<Decision<Refusal>> => {
    // Read under the seller's lease, because somebody else may have undone it while this waited.
    const entry = await findEntry(changeId);
    if (!entry) return { instead: { obstacle: "missing" } };
    const plan = undoOf(entry, seller, only);
    if (plan.possible) return { change: plan.change };
    const fields = await undoFields(ctx, entry, seller, plan);
    const canDisable = plan.obstacle === "created" && seller.accountEnabled;
    return { instead: { obstacle: plan.obstacle, text: obstacleText(ctx, plan), fields, sellerId, canDisable } };
  };
  const written = await writeSeller(ctx, sellerId, decide, {
    undoes: changeId,
    changeId: undoId,
    mayHaveBeenSent: true,
  });
  switch (written.outcome) {
    case "saved":
      return { id: written.changeId };
    case "notSaved":
      throw new UndoRefused(written.instead);
    case "unchanged":
      throw new UndoRefused({ obstacle: "notDone", sellerId });
    case "refused":
      if (written.isOwnWriteRunning) throw new UndoRefused({ obstacle: "earlierWrite", status: 412, sellerId });
      throw written.error;
    case "unknown":
      if (written.isChecked) throw new UndoRefused({ obstacle: "unknown", status: 502, sellerId });
      // Without a readable record the seller's page would fail too, so show the error page.
      throw new BackendError("sellers", "outcomeUnknown");
  }
}

/** @throws the error itself if it needs an error page */
function refusalOf(error: unknown, sellerId: string, { t }: FranchiseeContext): Refusal {
  if (error instanceof UndoRefused) return error.refusal;
  if (isNoRoom(error)) {
    logNoRoom(error);
    return { obstacle: "noRoom", status: NO_ROOM_STATUS, sellerId };
  }
  if (isHidden(error)) {
    const text = t(`jobs:reason.${error.status === 403 ? "forbidden" : "gone"}`);
    // The seller's page would fail, too, so the answer names no seller to link to.
    return { obstacle: "rejected", status: error.status, sellerId: undefined, text };
  }
  if (!isRefusal(error)) throw error;
  const { status, problem } = error;
  if (status === 412) return { obstacle: "changing", status, sellerId };
  if (status === 409) return { obstacle: "taken", status, sellerId };
  const text = t("undo:refused.rejected", { reason: problemText(problem) ?? "" }).trim();
  return { obstacle: "rejected", status, sellerId, text };
}
