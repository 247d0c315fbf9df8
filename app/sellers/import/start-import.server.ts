import { hashed } from "~/.server/store/hashed";
import { once } from "~/.server/store/idempotency";
import { LockBusy, withLock } from "~/.server/store/lock";
import { noRoomWords } from "~/.server/store/no-room";
import { dropDraft } from "~/auth/drafts.server";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { openFormKey } from "~/auth/form-key.server";
import { pathIn } from "~/i18n/locales";
import { isOver } from "~/sellers/jobs/job";
import { jobStatusOf } from "~/sellers/jobs/job-state.server";
import { jobsOf } from "~/sellers/jobs/job-store.server";
import { importParams } from "~/sellers/jobs/seller-import.server";
import { startJob } from "~/sellers/jobs/start-job.server";
import { ownPlan } from "./plan-page.server";
import { itemsOf, markStarted, type Plan } from "./plan-store.server";

/** Storing a job of 20,000 rows takes some seconds. */
const FILE_LOCK = { leaseMs: 60_000, waitMs: 20_000 };

/**
 * Saves a plan as a job, once however often the form is sent.
 * @returns a redirect to the job, or back to the plan with a message
 * @throws Response 404 for another person's plan or none; 400 for a plan without items
 */
export async function startImport(ctx: FranchiseeContext, id: string): Promise<Response> {
  const { form, session, t } = ctx;
  const plan = await ownPlan(ctx, id);
  if (plan.itemChunks === 0) throw new Response(null, { status: 400 });
  const back = (text: string, link?: { href: string; text: string }) =>
    ctx.redirect(`/sellers/import?plan=${id}`, { flash: { kind: "error", text, link } });
  const key = await openFormKey(form.get("formKey"));
  if (key?.sub !== session.sub) return back(t("outcomes:expired"));
  const { fileName, digest } = plan;
  const job = { kind: "seller-import", params: { plan: id, fileName, digest }, items: itemsOf(id, plan) } as const;
  // The lock lets two tabs with the same file look for each other's job one after the other.
  const start = withLock(`import-file:${hashed(`${session.sub} ${digest}`)}`, FILE_LOCK, async () => {
    const sameFile = plan.jobId ? undefined : await jobOfSameFile(id, plan);
    return sameFile ? { sameFile } : await once(`import-plan:${id}`, () => startJob(ctx, job));
  });
  const outcome = await start.catch((error: unknown) =>
    error instanceof LockBusy ? t("upload:sameFile.text") : noRoomWords(error, t),
  );
  if (typeof outcome === "string") return back(outcome);
  if ("sameFile" in outcome) {
    const href = pathIn(ctx.locale, `/sellers/jobs/${outcome.sameFile}`);
    return back(t("upload:sameFile.text"), { href, text: t("upload:sameFile.see") });
  }
  if (outcome.state !== "done") throw new Response(null, { status: 503 });
  // Repeated for a second request, because the first process may have died before it.
  if (plan.jobId !== outcome.result) await markStarted(id, plan, outcome.result);
  if (ctx.draft) await dropDraft(ctx.draft.id);
  return ctx.redirect(`/sellers/jobs/${outcome.result}`);
}

const LATEST_JOBS = 20;

/**
 * Finds another job that saves the same file and was still running when this plan's check began. The check doesn't know
 * what that job has added, so saving the plan would add it again.
 * @param id the plan's. @throws StoreUnavailable
 */
export async function jobOfSameFile(id: string, { sub, digest, checkedAt }: Plan): Promise<string | undefined> {
  for (const job of await jobsOf(sub, LATEST_JOBS)) {
    const params = job.kind === "seller-import" ? importParams.safeParse(job.params).data : undefined;
    if (params?.digest !== digest || params.plan === id) continue;
    const status = await jobStatusOf(job.id);
    if (status && (!isOver(status.state) || (status.endedAt ?? 0) >= checkedAt)) return job.id;
  }
  return undefined;
}
