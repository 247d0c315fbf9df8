import { data } from "@remix-run/node";
import type { Flash } from "~/.server/http/flash-cookie";
import { dropDraft } from "~/auth/drafts.server";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { editableOf } from "~/sellers/change";
import { undoLink } from "~/sellers/history/undo-link.server";
import { sellerPath, withFrom } from "~/sellers/list-link";
import { type GivenReason, readReason } from "~/sellers/write/disable-reason.server";
import { writeSeller } from "~/sellers/write/write-seller.server";
import { isOthersForm } from "./answer.server";
import { toHeldForm } from "./held-form.server";

/** What the page is told that asks about an account: the reason that was typed, and what is wrong with it. */
export type StatusAnswer = GivenReason & {
  /** Why nothing was changed, or may not have been. */
  refused?: string;
  /** The key to send the form again under, where it isn't the page's own. */
  formKey?: string;
};

/**
 * Enables or disables a seller's account, as the posted `accountEnabled` says (`true` or `false`).
 * @param from the list that the person came from (`listPath`)
 * @returns a redirect to the record, which shows how it ended; where a reason was given and nothing is changed, what the form is told,
 * with the reason in it
 * @throws Response 400 for a form that says neither.
 */
export async function changeStatus(ctx: FranchiseeContext, id: string, from: string | null) {
  const { form, t } = ctx;
  if (!id) return ctx.redirect("/sellers", { flash: { kind: "error", text: t("problems:incomplete.patchWithoutId") } });
  const wanted = form.get("accountEnabled");
  if (wanted !== "true" && wanted !== "false") throw new Response(null, { status: 400 });
  const accountEnabled = wanted === "true";
  const given = readReason(form, t);
  if (await isOthersForm(ctx)) {
    return stay(400, { ...given, refused: t("outcomes:expired"), formKey: await ctx.newFormKey() });
  }
  if (given.problem) return stay(400, given);
  const reason = accountEnabled ? undefined : given.reason;
  const showRecord = (kind: "success" | "error", text: string, link?: Flash["link"]) =>
    ctx.redirect(withFrom(sellerPath(id), from), { flash: { kind, text, link } });

  const written = await writeSeller(ctx, id, ({ seller }) => ({ change: { ...editableOf(seller), accountEnabled } }), {
    reason,
  });
  switch (written.outcome) {
    case "refused": {
      const refused = t("problems:statusFailed");
      return reason ? stay(written.error.status, { reason, refused }) : showRecord("error", refused);
    }
    case "unknown":
      if (!reason) return showRecord("error", t("problems:statusUnknown"));
      return written.checked ? stay(502, { reason, refused: t("problems:statusNotChanged") }) : held(ctx, reason);
    default: {
      if (ctx.draft) await dropDraft(ctx.draft.id);
      const name = written.record.seller.displayName || t("sellers:detail.unnamed");
      const text = t(accountEnabled ? "sellers:detail.enabled" : "sellers:detail.disabled", { name });
      const changeId = written.outcome === "saved" ? written.changeId : undefined;
      return showRecord("success", text, undoLink(ctx, id, changeId));
    }
  }
}

function stay(status: number, answer: StatusAnswer) {
  return data<StatusAnswer>(answer, { status });
}

async function held(ctx: FranchiseeContext, reason: string) {
  const refused = ctx.t("problems:statusUnchecked");
  return (await toHeldForm(ctx, refused, ["reason"])) ?? stay(503, { reason, refused });
}
