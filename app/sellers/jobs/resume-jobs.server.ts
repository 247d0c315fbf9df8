import { database } from "~/.server/db/database";
import { loadSession } from "~/auth/session/session.server";
import type { SignedIn } from "~/auth/sign-in/finish-sign-in.server";
import { jobQueue } from "./job-queue.server";
import { resume } from "./job-state.server";

export async function resumeJob(id: string, session: string): Promise<void> {
  if (await resume(id, session)) void jobQueue.wake();
}

/** Lets a person's paused jobs, and running jobs whose session is over, use the new session. */
export async function resumeJobsOf({ sub, session }: SignedIn): Promise<void> {
  const db = await database();
  const resumption = db.updateTable("jobs").set({ state: "running", session }).where("sub", "=", sub);
  await resumption.where("state", "=", "paused").execute();
  const sessions = db.selectFrom("jobs").select("session").distinct().where("sub", "=", sub);
  for (const { session: earlier } of await sessions.where("state", "=", "running").execute()) {
    if (await loadSession(earlier)) continue;
    await resumption.where("state", "=", "running").where("session", "=", earlier).execute();
  }
  void jobQueue.wake();
}
