import { hashed } from "~/.server/db/hashed";
import { Lease } from "~/.server/db/lease";
import { noRoomWords } from "~/.server/db/no-room";
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

const LEASE_MS = 60_000;
const LEASE_WAIT_MS = 20_000;

/** @throws Response 404 for a plan that is gone or another person's, 400 for one without rows */
export async function startImport(ctx: FranchiseeContext, id: string): Promise<Response> {
  const { t } = ctx;
  const plan = await ownPlan(ctx, id);
  const total = itemCount(plan);
  if (total === 0) throw new Response(null, { status: 400 });
  const back = (text: string, link?: { href: string; text: string }) =>
    ctx.redirect(`/sellers/import?plan=${id}`, { flash: { kind: "error", text, link } });
  if (!ownFormKey(ctx)) return back(t("outcomes:expired"));
  const { fileName, digest, itemBytes: bytes } = plan;
  const job = { id, kind: "seller-import", params: { plan: id, fileName, digest }, total, bytes } as const;
  let lease: Lease | undefined;
  try {
    // The lease lets two tabs with the same file look for each other's job one after the other.
    lease = await Lease.wait(fileLease(plan), LEASE_MS, LEASE_WAIT_MS);
    if (!lease) return await back(t("upload:sameFile.text"));
    const isStarted = await isJobStored(id);
    const sameFile = isStarted ? undefined : await jobOfSameFile(id, plan);
    if (sameFile) {
      const href = pathIn(ctx.locale, `/sellers/jobs/${sameFile}`);
      return await back(t("upload:sameFile.text"), { href, text: t("upload:sameFile.see") });
    }
    if (!isStarted) await startPlannedJob(ctx, job);
  } catch (error) {
    return back(noRoomWords(error, t));
  } finally {
    await lease?.release();
  }
  if (ctx.draft) await dropDraft(ctx.draft.id);
  return ctx.redirect(`/sellers/jobs/${id}`);
}

const fileLease = ({ sub, digest }: Plan) => `import-file:${hashed(`${sub} ${digest}`)}`;

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
