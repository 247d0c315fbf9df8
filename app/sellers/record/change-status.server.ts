import { data } from "@remix-run/node";
import type { BackendError } from "~/.server/backend/backend-error";
import { problemText } from "~/.server/backend/contract/problem-details";
import type { Flash } from "~/.server/http/flash-cookie";
import { settleDraft } from "~/auth/drafts.server";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { sellerPath, withFrom } from "~/domain/list-link";
import { editableOf } from "~/domain/merge-changes";
import type { SellerRecord } from "~/domain/seller";
import { postedEnabled } from "~/domain/seller-schema";
import type { Translate } from "~/i18n/catalogues";
import { undoLink } from "~/sellers/history/undo-outlook.server";
import { listEntries } from "~/sellers/write/history-journal.server";
import { writeSeller } from "~/sellers/write/write-seller.server";
import { isOpenedByAnother, type PostedReason, readReason, redirectToHeldForm } from "./posted-form.server";

export type StatusAnswer = PostedReason & {
  /** The requested state, whatever the account's state is by now. */
  wanted: boolean;
  refused?: string;
  /** The account has the requested state already. */
  hasWantedState?: true;
  formKey?: string;
};

const ACCOUNT_ENABLED = new Map([
  ["active", true],
  ["inactive", false],
]);

/** @throws Response 400 without a state */
export async function changeStatus(ctx: FranchiseeContext, id: string, from: string | null) {
  const { t } = ctx;
  if (!id) return ctx.redirect("/sellers", { flash: { kind: "error", text: t("problems:incomplete") } });
  const wanted = wantedState(ctx);
  if (wanted === undefined) throw new Response(null, { status: 400 });
  const posted = readReason(ctx.form, t);
  const stay = (status: number, answer: Omit<StatusAnswer, "wanted">) =>
    data<StatusAnswer>({ ...answer, wanted }, { status });
  if (isOpenedByAnother(ctx)) {
    return stay(400, { ...posted, refused: t("problems:expired"), formKey: ctx.newFormKey() });
  }
  if (posted.problem) return stay(400, posted);
  const reason = wanted ? undefined : posted.reason;
  const showRecord = (kind: Flash["kind"], text: string, link?: Flash["link"]) =>
    ctx.redirect(withFrom(sellerPath(id), from), { flash: { kind, text, link } });
  // A typed reason stays in its form.
  const refuse = (status: number, refused: string) =>
    reason ? stay(status, { reason, refused }) : showRecord("error", refused);

  const decide = ({ seller }: SellerRecord) => ({ change: { ...editableOf(seller), accountEnabled: wanted } });
  const written = await writeSeller(ctx, id, decide, { reason });
  // `instead` is of type never, because this `decide` always makes a change.
  if (written.outcome === "notSaved") return written.instead;
  if (written.outcome === "refused") return refuse(written.error.status, refusalText(written.error, t));
  if (written.outcome === "unknown") {
    if (written.isChecked) return refuse(502, t(reason ? "problems:statusNotChanged" : "problems:statusUnknown"));
    const refused = t("problems:statusUnchecked");
    return (await redirectToHeldForm(ctx, refused, ["reason"])) ?? refuse(503, refused);
  }
  const name = written.record.seller.displayName || t("sellers:detail.unnamed");
  const leaveForm = async (kind: Flash["kind"], text: string, link?: Flash["link"]) => {
    if (ctx.draft) await settleDraft(ctx.draft.id, ctx.session.sub, sellerPath(id));
    return showRecord(kind, text, link);
  };
  const leaveChanged = (changeId: string | undefined) => {
    const text = t(wanted ? "sellers:detail.enabled" : "sellers:detail.disabled", { name });
    return leaveForm("success", text, undoLink(ctx, id, changeId));
  };
  if (written.outcome === "saved") return leaveChanged(written.changeId);
  const repeated = reason === undefined ? undefined : await repeatedDisabling(ctx, id, reason);
  if (repeated) return leaveChanged(repeated.outcome === "done" ? repeated.id : undefined);
  if (reason) return stay(409, { reason, hasWantedState: true, refused: t("problems:alreadyWithoutReason", { name }) });
  return leaveForm("info", t(`problems:already.${wanted ? "active" : "inactive"}`, { name }));
}

/** By the posted `accountEnabled` or else the address. */
function wantedState({ form, request }: FranchiseeContext): boolean | undefined {
  const posted = form.get("accountEnabled");
  const to = new URL(request.url).searchParams.get("to") ?? "";
  return posted === null ? ACCOUNT_ENABLED.get(to) : postedEnabled(posted);
}

function refusalText({ status, problem }: BackendError, t: Translate): string {
  if (status === 412) return t("problems:statusChanging");
  return t("problems:statusFailed", { reason: problemText(problem) ?? "" }).trim();
}

/** The account's last change, if the same form was sent twice. */
async function repeatedDisabling(ctx: FranchiseeContext, sellerId: string, reason: string) {
  const entries = await listEntries({ sellerId, limit: 20 });
  const last = entries.find(({ action, outcome }) => action !== "update" && outcome !== "failed");
  return last?.by.sub === ctx.session.sub && last.reason === reason ? last : undefined;
}
