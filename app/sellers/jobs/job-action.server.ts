import { noRoomTextOrThrow } from "~/.server/db/errors";
import { runOnce } from "~/.server/db/submissions";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { validFormKey } from "~/auth/form-key.server";
import { fromOf } from "~/domain/paths";
import { allItems, changeIdOf, type ItemSet } from "./item-store.server";
import { adaptStored } from "./item-task.server";
import { isOver, isRefreshOff, jobPath } from "./job";
import { type KindName, kindOf, statusChangeOf } from "./job-kinds.server";
import { ownJob } from "./job-page.server";
import { NothingToDo, resumeJob, startJob } from "./job-queue.server";
import { stopJob } from "./job-state.server";
import type { Job } from "./job-store.server";

const starters = {
  retry: (ctx, job) => startAgain(ctx, job, "retry", "problems"),
  finish: (ctx, job) => startAgain(ctx, job, "finish", "open"),
  undo,
  disable,
} satisfies Record<string, (ctx: FranchiseeContext, job: Job) => Promise<string>>;
type Starter = keyof typeof starters;

export async function actOnJob(ctx: FranchiseeContext, id: string): Promise<Response> {
  const { form, session, t } = ctx;
  const job = await ownJob(ctx, id);
  const { url } = ctx.request;
  const pageParams = { from: fromOf(url), isRefreshOff: isRefreshOff(new URL(url).searchParams) };
  const here = jobPath(id, pageParams);
  const stay = (kind: "error" | "info", text: string) => ctx.redirect(here, { flash: { kind, text } });
  const key = validFormKey(ctx);
  if (!key) return stay("error", t("problems:expired"));
  const intent = form.get("intent");
  try {
    if (intent === "resume" || intent === "stop") {
      await (intent === "resume" ? resumeJob(id, session.key) : stopJob(id));
      return await ctx.redirect(here);
    }
    if (!isStarter(intent)) throw new Response(null, { status: 400 });
    // While this job isn't over, it and a new job would write the same items.
    if (!isOver(job.state)) throw new NothingToDo();
    // Two tabs may send "finish", but only one job may finish this job.
    const onceFor = intent === "finish" ? id : key.id;
    const outcome = await runOnce(`job-${intent}:${onceFor}`, async () => ({ id: await starters[intent](ctx, job) }), {
      fingerprint: `${intent} ${id}`,
    });
    if (outcome.state === "keyReused") return await stay("error", t("problems:expired"));
    if (outcome.state !== "done") return await ctx.redirect(here);
    return await ctx.redirect(jobPath(outcome.id, pageParams));
  } catch (error) {
    if (error instanceof NothingToDo) return stay("info", t("jobs:nothingToDo"));
    return stay("error", noRoomTextOrThrow(error, t));
  }
}

function isStarter(intent: unknown): intent is Starter {
  return typeof intent === "string" && Object.hasOwn(starters, intent);
}

function startAgain(ctx: FranchiseeContext, job: Job, why: "retry" | "finish", set: ItemSet): Promise<string> {
  const kind = kindOf(job);
  async function* items() {
    for await (const { item, outcome, isBegun } of allItems(job.id, set)) {
      const earlierOutcome = outcome ?? (isBegun ? { result: "unknown" as const } : null);
      yield (earlierOutcome && kind ? adaptStored(kind, item, earlierOutcome) : item) as never;
    }
  }
  // The casts to `never` are safe: the kind's schemas validate stored items and parameters.
  const { kind: name, params } = job;
  return startJob(ctx, {
    kind: name as KindName,
    params: params as never,
    items: items(),
    origin: { jobId: job.id, why },
  });
}

function undo(ctx: FranchiseeContext, job: Job): Promise<string> {
  async function* changes() {
    for await (const { place, outcome } of allItems(job.id, "changed")) {
      const { sellerId, name } = outcome ?? {};
      if (sellerId !== undefined) yield { changeId: changeIdOf(job.id, place), sellerId, name };
    }
  }
  const params = { undoes: statusChangeOf(job) };
  return startJob(ctx, { kind: "seller-undo", params, items: changes(), origin: { jobId: job.id, why: "undo" } });
}

/** Disables the added accounts, because an addition can't be undone. */
function disable(ctx: FranchiseeContext, job: Job): Promise<string> {
  async function* accounts() {
    for await (const { outcome } of allItems(job.id, "added")) {
      const { sellerId: id, name } = outcome ?? {};
      if (id !== undefined) yield { id, name };
    }
  }
  const params = { accountEnabled: false };
  return startJob(ctx, { kind: "seller-status", params, items: accounts(), origin: { jobId: job.id, why: "disable" } });
}
