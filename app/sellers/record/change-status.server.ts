import { BackendError } from "~/.server/backend/backend-client";
import type { Flash } from "~/.server/http/flash-cookie";
import { isForThePage } from "~/auth/failure.server";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { undoLink } from "~/sellers/history/undo-link.server";
import { sellerPath, withFrom } from "~/sellers/list-link";
import { recordedFor } from "~/sellers/write/recorded-sellers.server";
import { lookAgain } from "./answer.server";

/**
 * Enables or disables a seller's account, as the posted `accountEnabled` says (`true` or `false`).
 * @param from the list that the person came from (`listPath`)
 * @returns a redirect to the record, which shows how it ended.
 * @throws Response 400 for a form that says neither.
 */
export async function changeStatus(ctx: FranchiseeContext, id: string, from: string | null): Promise<Response> {
  const { form, t } = ctx;
  if (!id) return ctx.redirect("/sellers", { flash: { kind: "error", text: t("problems:incomplete.patchWithoutId") } });
  const wanted = form.get("accountEnabled");
  if (wanted !== "true" && wanted !== "false") throw new Response(null, { status: 400 });
  const accountEnabled = wanted === "true";
  const showRecord = (kind: "success" | "error", text: string, link?: Flash["link"]) =>
    ctx.redirect(withFrom(sellerPath(id), from), { flash: { kind, text, link } });
  const done = (displayName: string, changeId?: string) => {
    const name = displayName || t("sellers:detail.unnamed");
    const text = t(accountEnabled ? "sellers:detail.enabled" : "sellers:detail.disabled", { name });
    return showRecord("success", text, undoLink(ctx, id, changeId));
  };
  const sellers = recordedFor(ctx);
  try {
    const { seller, changeId } = await sellers.patch(id, { accountEnabled });
    return done(seller.displayName, changeId);
  } catch (error) {
    if (!(error instanceof BackendError) || !isForThePage(error)) throw error;
    if (error.kind !== "outcomeUnknown") return showRecord("error", t("problems:statusFailed"));
    const now = await lookAgain(ctx, (sellers) => sellers.get(id));
    if (now !== "unchecked" && now.seller.accountEnabled === accountEnabled) return done(now.seller.displayName);
    return showRecord("error", t("problems:statusUnknown"));
  }
}
