import { once } from "~/.server/store/idempotency";
import { noRoomWords } from "~/.server/store/no-room";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { openFormKey } from "~/auth/form-key.server";
import { fromOf } from "~/domain/list-link";
import { type ItemOutcome, isProblem } from "./job";
import { retryStored } from "./job-kind.server";
import { isStill, jobPath } from "./job-link";
import { endedItemsOf, ownJob } from "./job-page.server";
import { type KindName, kindOf } from "./job-registry.server";
import { stopJob } from "./job-state.server";
import type { Job } from "./job-store.server";
import { resumeJob } from "./resume-jobs.server";
import { NothingToDo, startJob } from "./start-job.server";

/**
 * Does what the posted `intent` says with a person's own job: `resume` it with this session, `stop` it, `retry` what is to be checked in it,
 * `finish` what it was stopped before, `undo` what it changed, or `disable` the accounts that it added; the last four as jobs of
 * their own, once however often the form is sent.
 * @returns a redirect to the job's page or to the new job's
 * @throws Response 400 for another intent, 404 for a job that isn't this person's
 */
export async function actOnJob(ctx: FranchiseeContext, id: string): Promise<Response> {
  const { form, session, t } = ctx;
  const job = await ownJob(ctx, id);
  const intent = form.get("intent");
  const { url } = ctx.request;
  const view = { from: fromOf(url), still: isStill(new URL(url).searchParams) };
  const pathOf = (job: string) => jobPath(job, view);
  const here = pathOf(id);
  const key = await openFormKey(form.get("formKey"));
  if (key?.sub !== session.sub) {
    return ctx.redirect(here, { flash: { kind: "error", text: t("outcomes:expired") } });
  }
  if (!isIntent(intent)) throw new Response(null, { status: 400 });
  if (intent === "undo" && !kindOf(job.kind)?.undoable) throw new Response(null, { status: 400 });
  try {
    if (intent === "resume" || intent === "stop") {
      await (intent === "resume" ? resumeJob(id, session.id) : stopJob(id));
      return await ctx.redirect(here);
    }
    const start = { retry, finish, undo, disable }[intent];
    // The rest of a job is done once, whichever tab asks for it.
    const onceFor = intent === "finish" ? id : key.id;
    const outcome = await once(`job-${intent}:${onceFor}`, () => start(ctx, job));
    if (outcome.state !== "done") return await ctx.redirect(here);
    const isOthers = intent === "finish" && outcome.repeated;
    const flash = isOthers ? { kind: "info" as const, text: t("outcomes:isFinisher") } : undefined;
    return await ctx.redirect(pathOf(outcome.result), { flash });
  } catch (error) {
    if (error instanceof NothingToDo) {
      return ctx.redirect(here, { flash: { kind: "info", text: t("outcomes:nothingToDo") } });
    }
    return ctx.redirect(here, { flash: { kind: "error", text: noRoomWords(error, t) } });
  }
}

const intents = ["resume", "stop", "retry", "finish", "undo", "disable"] as const;

function isIntent(intent: unknown): intent is (typeof intents)[number] {
  return intents.some((one) => one === intent);
}

/** Nothing that a person has stopped: carrying that out is another wish than trying again what failed, or may have. */
function retry(ctx: FranchiseeContext, job: Job): Promise<string> {
  return again(ctx, job, { jobId: job.id, why: "retry" }, (outcome) => outcome !== null && isProblem(outcome));
}

function finish(ctx: FranchiseeContext, job: Job): Promise<string> {
  return again(ctx, job, { jobId: job.id, why: "retry", unfinished: true }, (outcome) => outcome === null);
}

function again(
  ctx: FranchiseeContext,
  job: Job,
  origin: Job["origin"],
  isMeant: (outcome: ItemOutcome | null) => boolean,
): Promise<string> {
  const kind = kindOf(job.kind);
  async function* items() {
    for await (const { item, outcome, begun } of endedItemsOf(job)) {
      // Of a chunk that can't be opened any more nothing is left to try.
      if (!isMeant(outcome) || item === undefined) continue;
      const known: ItemOutcome | null = outcome ?? (begun ? { result: "unknown" } : null);
      yield (known && kind ? retryStored(kind, item, known) : item) as never;
    }
  }
  // The kind's own schema reads the items again before they reach it.
  return startJob(ctx, { kind: job.kind as KindName, params: job.params as never, items: items(), origin });
}

function undo(ctx: FranchiseeContext, job: Job): Promise<string> {
  async function* done() {
    for await (const { outcome } of endedItemsOf(job)) {
      if (outcome?.result !== "done" || outcome.added || !outcome.changeId || !outcome.sellerId) continue;
      yield { changeId: outcome.changeId, sellerId: outcome.sellerId, name: outcome.name };
    }
  }
  return startJob(ctx, {
    kind: "seller-undo",
    params: {},
    items: done(),
    origin: { jobId: job.id, why: "undo" },
  });
}

/** Nobody can take an addition back, but the accounts can be disabled. */
function disable(ctx: FranchiseeContext, job: Job): Promise<string> {
  async function* added() {
    for await (const { outcome } of endedItemsOf(job)) {
      if (outcome?.result === "done" && outcome.added && outcome.sellerId) {
        yield { id: outcome.sellerId, name: outcome.name };
      }
    }
  }
  return startJob(ctx, {
    kind: "seller-status",
    params: { accountEnabled: false },
    items: added(),
    origin: { jobId: job.id, why: "disable" },
  });
}
