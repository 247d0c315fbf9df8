import { data } from "@remix-run/node";
import type { BackendError } from "~/.server/backend/backend-error";
import { problemText } from "~/.server/backend/contract/problem-details";
import { NO_ROOM_STATUS, noRoomTextOrThrow } from "~/.server/db/errors";
import type { Flash } from "~/.server/http/flash-cookie";
import { settleDraft } from "~/auth/drafts.server";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { editableOf } from "~/domain/merge-changes";
import { sellerPath, withFrom } from "~/domain/paths";
import type { SellerRecord } from "~/domain/seller";
import { postedEnabled } from "~/domain/seller-schema";
import type { Translate } from "~/i18n/catalogues";
import { undoLink } from "~/sellers/history/undo-outlook.server";
import { writeSeller } from "~/sellers/write/write-seller.server";
import { type PostedReason, readReason, repeatedDisabling } from "./disabling-reason.server";
import { errorPageWithDraft, isOpenedByAnother } from "./posted-form.server";

export type StatusAnswer = PostedReason & {
  wantsEnabled: boolean;
  refused?: string;
  hasWantedState?: true;
  formKey?: string;
};

export async function changeStatus(ctx: FranchiseeContext, id: string, from: string | null) {
  const { t } = ctx;
  if (!id) return ctx.redirect("/sellers", { flash: { kind: "error", text: t("problems:incomplete") } });
  const wantsEnabled = requestedEnabled(ctx);
  if (wantsEnabled === undefined) throw new Response(null, { status: 400 });
  const posted = readReason(ctx.form, t);
  const stay = (status: number, answer: Omit<StatusAnswer, "wantsEnabled">) =>
    data<StatusAnswer>({ ...answer, wantsEnabled }, { status });
  if (isOpenedByAnother(ctx)) {
    return stay(400, { ...posted, refused: t("problems:expired"), formKey: ctx.newFormKey() });
  }
  if (posted.problem) return stay(400, posted);
  const reason = wantsEnabled ? undefined : posted.reason;
  const recordPath = withFrom(sellerPath(id), from);
  // A redirect would lose the typed reason, so the form shows it again.
  const refuse = (status: number, refused: string) =>
    reason ? stay(status, { reason, refused }) : ctx.redirect(recordPath, { flash: { kind: "error", text: refused } });

  const decide = ({ seller }: SellerRecord) => ({ change: { ...editableOf(seller), accountEnabled: wantsEnabled } });
  const writing = writeSeller(ctx, id, decide, { reason });
  const written = await writing.catch((error: unknown) => noRoomTextOrThrow(error, t));
  if (typeof written === "string") return stay(NO_ROOM_STATUS, { reason, refused: written });
  switch (written.outcome) {
    case "notSaved":
      // `instead` is of type never, because `decide` always makes a change.
      return written.instead;
    case "refused":
      return refuse(
        written.error.status,
        written.isOwnWriteRunning ? t("problems:earlierWrite") : refusalText(written.error, t),
      );
    case "unknown": {
      // A reason means a disabling, and the record shows that the account is still enabled.
      if (written.isChecked) return refuse(502, t(reason ? "problems:statusNotChanged" : "problems:statusUnknown"));
      const refused = t("problems:statusUnchecked");
      return (await errorPageWithDraft(ctx, refused, ["reason"])) ?? refuse(503, refused);
    }
    case "saved":
      return leaveForm(ctx, id, recordPath, changedFlash(ctx, written.record, written.changeId));
    case "unchanged": {
      // If the form was sent twice, the first post has disabled the account.
      const repeated = reason && (await repeatedDisabling(ctx, id, reason));
      if (repeated) {
        const changeId = repeated.outcome === "done" ? repeated.id : undefined;
        return leaveForm(ctx, id, recordPath, changedFlash(ctx, written.record, changeId));
      }
      const name = nameOf(ctx, written.record);
      if (reason) {
        return stay(409, { reason, hasWantedState: true, refused: t("problems:alreadyWithoutReason", { name }) });
      }
      const text = t(`problems:already.${wantsEnabled ? "active" : "inactive"}`, { name });
      return leaveForm(ctx, id, recordPath, { kind: "info", text });
    }
  }
}

async function leaveForm(ctx: FranchiseeContext, id: string, recordPath: string, flash: Flash): Promise<Response> {
  if (ctx.draft) await settleDraft(ctx.draft.id, ctx.session.sub, sellerPath(id));
  return ctx.redirect(recordPath, { flash });
}

function changedFlash(ctx: FranchiseeContext, record: SellerRecord, changeId: string | undefined): Flash {
  const { id, accountEnabled } = record.seller;
  const text = ctx.t(accountEnabled ? "sellers:detail.enabled" : "sellers:detail.disabled", {
    name: nameOf(ctx, record),
  });
  return { kind: "success", text, link: undoLink(ctx, id, changeId) };
}

function nameOf({ t }: FranchiseeContext, { seller }: SellerRecord): string {
  return seller.displayName || t("sellers:detail.unnamed");
}

/** Reads the form's field, or `?to=inactive` if the form has none. */
function requestedEnabled({ form, request }: FranchiseeContext): boolean | undefined {
  const posted = form.get("accountEnabled");
  if (posted !== null) return postedEnabled(posted);
  const to = new URL(request.url).searchParams.get("to");
  return to === "active" || to === "inactive" ? to === "active" : undefined;
}

function refusalText({ status, problem }: BackendError, t: Translate): string {
  if (status === 412) return t("problems:statusChanging");
  return t("problems:statusFailed", { reason: problemText(problem) ?? "" }).trim();
}
