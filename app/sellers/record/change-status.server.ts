import { data } from "@remix-run/node";
import type { Flash } from "~/.server/http/flash-cookie";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { editableOf } from "~/sellers/change";
import { undoLink } from "~/sellers/history/undo-link.server";
import { sellerPath, withFrom } from "~/sellers/list-link";
import { readReason } from "~/sellers/write/disable-reason.server";
import { writeSeller } from "~/sellers/write/write-seller.server";

/**
 * Enables or disables a seller's account, as the posted `accountEnabled` says (`true` or `false`).
 * @param from the list that the person came from (`listPath`)
 * @returns a redirect to the record, which shows how it ended; or the reason that was given, and what is wrong with it.
 * @throws Response 400 for a form that says neither.
 */
export async function changeStatus(ctx: FranchiseeContext, id: string, from: string | null) {
  const { form, t } = ctx;
  if (!id) return ctx.redirect("/sellers", { flash: { kind: "error", text: t("problems:incomplete.patchWithoutId") } });
  const wanted = form.get("accountEnabled");
  if (wanted !== "true" && wanted !== "false") throw new Response(null, { status: 400 });
  const accountEnabled = wanted === "true";
  const given = readReason(form, t);
  if (given.problem) return data(given, { status: 400 });
  const showRecord = (kind: "success" | "error", text: string, link?: Flash["link"]) =>
    ctx.redirect(withFrom(sellerPath(id), from), { flash: { kind, text, link } });

  const written = await writeSeller(ctx, id, ({ seller }) => ({ change: { ...editableOf(seller), accountEnabled } }), {
    reason: accountEnabled ? undefined : given.reason,
  });
  switch (written.outcome) {
    case "refused":
      return showRecord("error", t("problems:statusFailed"));
    case "unknown":
      return showRecord("error", t("problems:statusUnknown"));
    default: {
      const name = written.record.seller.displayName || t("sellers:detail.unnamed");
      const text = t(accountEnabled ? "sellers:detail.enabled" : "sellers:detail.disabled", { name });
      const changeId = written.outcome === "saved" ? written.changeId : undefined;
      return showRecord("success", text, undoLink(ctx, id, changeId));
    }
  }
}
