import { answerDirectly } from "~/.server/http/direct-answers";
import { drain, onDrained } from "~/.server/http/drain";
import { goByProxy } from "~/.server/http/outbound-proxy";
import { log } from "~/.server/log";
import { closeStore, store } from "~/.server/store/open-store";
import { checkSession } from "~/auth/session/check-session.server";
import { renewalsEnded } from "~/auth/session/renewal.server";
import { afterSignIn } from "~/auth/sign-in/after-sign-in.server";
import { resumeJobsOf } from "~/sellers/jobs/resume-jobs.server";
import { startSupervisor, stopSupervisor } from "~/sellers/jobs/supervisor.server";

/**
 * What must be right before the first request is taken. An embedded store that can't be opened refuses the start;
 * a remote one that is down doesn't, because it comes back by itself and `/readyz` says so meanwhile.
 */
export async function startServer(): Promise<void> {
  drain.listen();
  try {
    await goByProxy();
    await store();
    onDrained(async () => {
      await Promise.all([stopSupervisor(), renewalsEnded()]);
      await closeStore();
    });
    afterSignIn(resumeJobsOf);
    answerDirectly("/auth/session", checkSession);
    startSupervisor();
  } catch (error) {
    log().fatal({ err: error }, "the store can't be opened");
    process.exit(1);
  }
}
