import { data } from "@remix-run/node";
import { problemText } from "~/.server/backend/contract/problem-details";
import type { Flash } from "~/.server/http/flash-cookie";
import { settleDraft } from "~/auth/drafts.server";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { editableOf } from "~/domain/change";
import { sellerPath, withFrom } from "~/domain/list-link";
import type { Seller } from "~/domain/seller";
import { postedEnabled } from "~/domain/seller-schema";
import { undoLink } from "~/sellers/history/undo-link.server";
import { type PostedReason, readReason } from "~/sellers/write/disable-reason.server";
import { listEntries } from "~/sellers/write/history-journal.server";
import { writeSeller } from "~/sellers/write/write-seller.server";
import { isOpenedByAnother, toHeldForm } from "./form-answer.server";

export type StatusAnswer = PostedReason & {
  /** The requested state, whatever the account's state is by now. */
  wanted: boolean;
  refused?: string;
  already?: true;
  formKey?: string;
};

const ACCOUNT_ENABLED = new Map([
  ["active", true],
  ["inactive", false],
]);

/** By the posted `accountEnabled` or else the address. @throws Response 400 without a state */
export async function changeStatus(ctx: FranchiseeContext, id: string, from: string | null) {
  const { form, t } = ctx;
  if (!id) return ctx.redirect("/sellers", { flash: { kind: "error", text: t("problems:incomplete") } });
  const to = new URL(ctx.request.url).searchParams.get("to") ?? "";
  const wanted = form.get("accountEnabled");
  const accountEnabled = wanted === null ? ACCOUNT_ENABLED.get(to) : postedEnabled(wanted);
  if (accountEnabled === undefined) throw new Response(null, { status: 400 });
  const posted = readReason(form, t);
  const stay = (status: number, answer: Omit<StatusAnswer, "wanted">) =>
    data<StatusAnswer>({ ...answer, wanted: accountEnabled }, { status });
  if (isOpenedByAnother(ctx)) {
    return stay(400, { ...posted, refused: t("problems:expired"), formKey: ctx.newFormKey() });
  }
  if (posted.problem) return stay(400, posted);
  const reason = accountEnabled ? undefined : posted.reason;
  const showRecord = (kind: Flash["kind"], text: string, link?: Flash["link"]) =>
    ctx.redirect(withFrom(sellerPath(id), from), { flash: { kind, text, link } });
  const nameOf = ({ displayName }: Seller) => displayName || t("sellers:detail.unnamed");
  const done = async (seller: Seller, changeId: string | undefined) => {
    if (ctx.draft) await settleDraft(ctx.draft.id, ctx.session.sub, sellerPath(id));
    const text = t(accountEnabled ? "sellers:detail.enabled" : "sellers:detail.disabled", { name: nameOf(seller) });
    return showRecord("success", text, undoLink(ctx, id, changeId));
  };

  const written = await writeSeller(ctx, id, ({ seller }) => ({ change: { ...editableOf(seller), accountEnabled } }), {
    reason,
  });
  switch (written.outcome) {
    case "refused": {
      const { status, problem } = written.error;
      const refused =
        status === 412
          ? t("problems:statusChanging")
          : t("problems:statusFailed", { reason: problemText(problem) ?? "" }).trim();
      return reason ? stay(status, { reason, refused }) : showRecord("error", refused);
    }
    case "unknown":
      if (!written.checked) {
        const refused = t("problems:statusUnchecked");
        const errorPage = await toHeldForm(ctx, refused, ["reason"]);
        return errorPage ?? (reason ? stay(503, { reason, refused }) : showRecord("error", refused));
      }
      if (!reason) return showRecord("error", t("problems:statusUnknown"));
      return stay(502, { reason, refused: t("problems:statusNotChanged") });
    case "unchanged": {
      const repeated = reason === undefined ? undefined : await repeatedDisabling(ctx, id, reason);
      if (repeated) return done(written.record.seller, repeated.outcome === "done" ? repeated.id : undefined);
      const name = nameOf(written.record.seller);
      if (reason) return stay(409, { reason, already: true, refused: t("problems:alreadyWithoutReason", { name }) });
      if (ctx.draft) await settleDraft(ctx.draft.id, ctx.session.sub, sellerPath(id));
      return showRecord("info", t(`problems:already.${accountEnabled ? "active" : "inactive"}`, { name }));
    }
    case "saved":
      return done(written.record.seller, written.changeId);
    case "notSaved":
      return written.no; // of type never: this `decide` leaves nothing
  }
}

/** The account's last change, if the same form was sent twice. */
async function repeatedDisabling(ctx: FranchiseeContext, sellerId: string, reason: string) {
  const entries = await listEntries({ sellerId, limit: 20 });
  const last = entries.find(({ action, outcome }) => action !== "update" && outcome !== "failed");
  return last?.by.sub === ctx.session.sub && last.reason === reason ? last : undefined;
}
