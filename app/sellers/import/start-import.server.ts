import { assertRoom, inTransaction, type Tx } from "~/.server/db/database";
import { noRoomTextOrThrow } from "~/.server/db/errors";
import { settleDraft } from "~/auth/drafts.server";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { validFormKey } from "~/auth/form-key.server";
import { pathIn } from "~/i18n/locales";
import { jobQueue } from "~/sellers/jobs/job-queue.server";
import { insertJob } from "~/sellers/jobs/job-store.server";
import { importParams } from "~/sellers/jobs/seller-import.server";
import { assertHistoryQuota } from "~/sellers/write/history-quota.server";
import { ownPlan } from "./plan-page.server";
import { itemCount, lockPlan, type Plan } from "./plan-store.server";

export async function startImport(ctx: FranchiseeContext, id: string): Promise<Response> {
  const { t } = ctx;
  const plan = await ownPlan(ctx, id);
  if (itemCount(plan) === 0) throw new Response(null, { status: 400 });
  const back = (text: string, link?: { href: string; text: string }) =>
    ctx.redirect(`/sellers/import?plan=${id}`, { flash: { kind: "error", text, link } });
  if (!validFormKey(ctx)) return back(t("problems:expired"));
  try {
    await assertRoom();
    if (!plan.isStarted) await assertHistoryQuota(plan.sub, itemCount(plan));
    const otherJob = plan.isStarted ? undefined : await startPlan(plan, { owner: ctx.by, session: ctx.session.key });
    if (otherJob) {
      const href = pathIn(ctx.locale, `/sellers/jobs/${otherJob}`);
      return await back(t("upload:sameFile.text"), { href, text: t("upload:sameFile.see") });
    }
  } catch (error) {
    return back(noRoomTextOrThrow(error, t));
  }
  void jobQueue.wake();
  const job = `/sellers/jobs/${id}`;
  if (ctx.draft) await settleDraft(ctx.draft.id, ctx.session.sub, job);
  return ctx.redirect(job);
}

/**
 * Starts a plan's job once, and not while another job saves the same file.
 * @returns the other job's id. @throws Response 404 if the plan is gone; QuotaExceeded
 */
export function startPlan(
  plan: Plan,
  starter: { owner: { sub: string; name?: string }; session: string },
): Promise<string | undefined> {
  const { id, fileName, digest } = plan;
  return inTransaction(async (tx) => {
    if (!(await lockPlan(tx, plan))) throw new Response(null, { status: 404 });
    const jobs = await jobsOfSameFile(tx, plan);
    if (jobs.includes(id)) return undefined;
    const [otherJob] = jobs;
    if (otherJob) return otherJob;
    const params = { plan: id, fileName, digest };
    await insertJob(
      tx,
      { kind: "seller-import", params, ...starter },
      { id, state: "running", total: itemCount(plan) },
    );
    return undefined;
  });
}

/**
 * Finds the plan's own job, and jobs of the same file that hadn't ended when the plan was checked.
 * The check may not have seen the sellers that these jobs add, so the plan would add them again.
 */
async function jobsOfSameFile(tx: Tx, { id, sub, digest, checkedAt }: Plan): Promise<string[]> {
  const jobs = tx
    .selectFrom("jobs")
    .select(["id", "params"])
    .where("sub", "=", sub)
    .where("kind", "=", "seller-import");
  const latest = await jobs
    .where((eb) => eb.or([eb("id", "=", id), eb("ended_at", "is", null), eb("ended_at", ">=", checkedAt)]))
    .where("expires_at", ">", Date.now())
    .orderBy("created_at", "desc")
    .execute();
  const isSame = ({ params }: { params: string }) => importParams.safeParse(JSON.parse(params)).data?.digest === digest;
  return latest.filter(isSame).map((job) => job.id);
}
