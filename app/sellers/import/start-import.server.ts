import { hashed } from "~/.server/store/hashed";
import { LockBusy, withLock } from "~/.server/store/lock";
import { noRoomWords } from "~/.server/store/no-room";
import { dropDraft } from "~/auth/drafts.server";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { ownFormKey } from "~/auth/form-key.server";
import { pathIn } from "~/i18n/locales";
import { isOver } from "~/sellers/jobs/job";
import { jobStatusOf } from "~/sellers/jobs/job-state.server";
import { isJobStored, jobsOf } from "~/sellers/jobs/job-store.server";
import { importParams } from "~/sellers/jobs/seller-import.server";
import { startPlannedJob } from "~/sellers/jobs/start-job.server";
import { ownPlan } from "./plan-page.server";
import { itemCount, type Plan } from "./plan-store.server";

/** Longer than a job of 20,000 rows takes to start. */
const FILE_LOCK = { leaseMs: 60_000, waitMs: 20_000 };

/** @throws Response 404 for a plan that is gone or another person's, 400 for one without rows */
export async function startImport(ctx: FranchiseeContext, id: string): Promise<Response> {
  const { session, t } = ctx;
  const plan = await ownPlan(ctx, id);
  const total = itemCount(plan);
  if (total === 0) throw new Response(null, { status: 400 });
  const back = (text: string, link?: { href: string; text: string }) =>
    ctx.redirect(`/sellers/import?plan=${id}`, { flash: { kind: "error", text, link } });
  if (!ownFormKey(ctx)) return back(t("outcomes:expired"));
  const { fileName, digest, itemBytes: bytes } = plan;
  const job = { id, kind: "seller-import", params: { plan: id, fileName, digest }, total, bytes } as const;
  // The lock lets two tabs with the same file look for each other's job one after the other.
  const start = withLock(`import-file:${hashed(`${session.sub} ${digest}`)}`, FILE_LOCK, async () => {
    const isStarted = await isJobStored(id);
    const sameFile = isStarted ? undefined : await jobOfSameFile(id, plan);
    if (!isStarted && !sameFile) await startPlannedJob(ctx, job);
    return { sameFile, problem: undefined };
  });
  const { problem, sameFile } = await start.catch((error: unknown) => ({
    problem: error instanceof LockBusy ? t("upload:sameFile.text") : noRoomWords(error, t),
    sameFile: undefined,
  }));
  if (problem) return back(problem);
  if (sameFile) {
    const href = pathIn(ctx.locale, `/sellers/jobs/${sameFile}`);
    return back(t("upload:sameFile.text"), { href, text: t("upload:sameFile.see") });
  }
  if (ctx.draft) await dropDraft(ctx.draft.id);
  return ctx.redirect(`/sellers/jobs/${id}`);
}

const LATEST_JOBS = 20;

/** A job that ran when this plan was checked: its rows would be added again. */
export async function jobOfSameFile(id: string, { sub, digest, checkedAt }: Plan): Promise<string | undefined> {
  for (const job of await jobsOf(sub, LATEST_JOBS)) {
    const params = job.kind === "seller-import" ? importParams.safeParse(job.params).data : undefined;
    if (params?.digest !== digest || params.plan === id) continue;
    const status = await jobStatusOf(job.id);
    if (status && (!isOver(status.state) || (status.endedAt ?? 0) >= checkedAt)) return job.id;
  }
  return undefined;
}
