import { hashed } from "~/.server/store/hashed";
import { loadSession } from "~/auth/session/session.server";
import type { SignedIn } from "~/auth/sign-in/after-sign-in.server";
import { changeJobStatus, endBackOff, type JobStatus } from "./job-state.server";
import { superviseJobs } from "./supervisor.server";
import { unfinishedJobs } from "./unfinished-jobs.server";

/**
 * A person's paused job goes on with the session in which they say so, and one that waits for a system tries at once. No page does
 * this by being shown.
 */
export async function resumeJob(id: string, session: string): Promise<void> {
  const resumed = await changeJobStatus(id, ({ state }) =>
    state === "paused" ? { state: "running", session } : undefined,
  );
  if ((await endBackOff(id)) || resumed) void superviseJobs();
}

/**
 * Somebody has signed in: their jobs that wait for them go on with this session, and so do those whose session is over and
 * of which nobody has noticed yet. Whether the person still has the role is looked at before the first item.
 * @throws StoreUnavailable
 */
export async function resumeJobsOf({ sub, id: session }: SignedIn): Promise<void> {
  const owner = hashed(sub);
  for (const job of await unfinishedJobs()) {
    if (job.owner !== owner) continue;
    await changeJobStatus(job.id, async (now) =>
      (await isWithoutSession(now)) ? { state: "running", session } : undefined,
    );
  }
  void superviseJobs();
}

async function isWithoutSession({ state, session }: JobStatus): Promise<boolean> {
  return state === "paused" || (state === "running" && !(await loadSession(session)));
}
