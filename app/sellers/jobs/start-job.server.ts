import { database } from "~/.server/db/database";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { loadSession } from "~/auth/session/session.server";
import type { SignedIn } from "~/auth/sign-in/finish-sign-in.server";
import type { ItemOf, KindName, ParamsOf } from "./job-kinds.server";
import { jobQueue } from "./job-queue.server";
import { resume } from "./job-state.server";
import { type NewJob, storeJob } from "./job-store.server";

type JobToStart<Name extends KindName> = {
  kind: Name;
  params: ParamsOf<Name>;
  /** Read one at a time, so that a hundred thousand are never in memory at once. */
  items: AsyncIterable<ItemOf<Name>> | Iterable<ItemOf<Name>>;
  origin?: NewJob["origin"];
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
  { items, ...job }: JobToStart<Name>,
): Promise<string> {
  const id = await storeJob({ ...job, owner: by, session: session.id }, items);
  if (!id) throw new NothingToDo();
  void jobQueue.wake();
  return id;
}

export async function resumeJob(id: string, session: string): Promise<void> {
  if (await resume(id, session)) void jobQueue.wake();
}

/** The person's paused jobs, and running ones whose session is over, go on with the new session. */
export async function resumeJobsOf({ sub, id: session }: SignedIn): Promise<void> {
  const db = await database();
  const resumed = db.updateTable("jobs").set({ state: "running", session }).where("sub", "=", sub);
  await resumed.where("state", "=", "paused").execute();
  const running = db.selectFrom("jobs").select("session").distinct().where("sub", "=", sub);
  for (const { session: earlier } of await running.where("state", "=", "running").execute()) {
    if (await loadSession(earlier)) continue;
    await resumed.where("state", "=", "running").where("session", "=", earlier).execute();
  }
  void jobQueue.wake();
}
