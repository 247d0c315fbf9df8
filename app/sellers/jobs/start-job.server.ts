import { hashed } from "~/.server/db/hashed";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { loadSession } from "~/auth/session/session.server";
import type { SignedIn } from "~/auth/sign-in/after-sign-in.server";
import type { ItemOf, KindName, ParamsOf } from "./job-kinds.server";
import { changeJobStatus, type JobStatus, unfinishedJobs, waitsFor } from "./job-state.server";
import { type Job, type PlannedJob, storeJob, storePlannedJob } from "./job-store.server";
import { supervisor } from "./supervisor.server";

type NewJob<Name extends KindName> = {
  kind: Name;
  params: ParamsOf<Name>;
  /** Read one at a time, so that a hundred thousand are never in memory at once. */
  items: AsyncIterable<ItemOf<Name>> | Iterable<ItemOf<Name>>;
  origin?: Job["origin"];
};

export class NothingToDo extends Error {
  constructor() {
    super("A job needs at least one item");
    this.name = "NothingToDo";
  }
}

/** @returns the job's id; @throws NothingToDo; as `storeJob` */
export async function startJob<Name extends KindName>(
  { session, by }: Pick<FranchiseeContext, "session" | "by">,
  { kind, params, items, origin }: NewJob<Name>,
): Promise<string> {
  const job = await storeJob({ kind, params, owner: by, origin, session: session.id }, items);
  if (!job) throw new NothingToDo();
  void supervisor.wake();
  return job.id;
}

/** The items are stored already. @throws Response 404 if they are gone; as `storePlannedJob` */
export async function startPlannedJob(
  { session, by }: Pick<FranchiseeContext, "session" | "by">,
  job: Omit<PlannedJob, "owner" | "session">,
): Promise<void> {
  const isStored = await storePlannedJob({ ...job, owner: by, session: session.id });
  if (!isStored) throw new Response(null, { status: 404 });
  void supervisor.wake();
}

export async function resumeJob(id: string, session: string): Promise<void> {
  const isResumed = await changeJobStatus(id, (now) => {
    if (now.state === "paused") return { state: "running", session };
    return waitsFor(now) && { ...now, backOff: undefined };
  });
  if (isResumed) void supervisor.wake();
}

/** The person's paused jobs, and running ones whose session is over, go on with the new session. */
export async function resumeJobsOf({ sub, id: session }: SignedIn): Promise<void> {
  const owner = hashed(sub);
  for (const job of await unfinishedJobs()) {
    if (job.owner !== owner) continue;
    await changeJobStatus(job.id, async (now) =>
      (await isWithoutSession(now)) ? { ...now, state: "running", session } : undefined,
    );
  }
  void supervisor.wake();
}

async function isWithoutSession({ state, session }: JobStatus): Promise<boolean> {
  return state === "paused" || (state === "running" && !(await loadSession(session)));
}
