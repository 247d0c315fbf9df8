import { setTimeout as pause } from "node:timers/promises";
import { answerDirectly } from "~/.server/http/direct-answers";
import { drain, drainTimeLeft, onDrained } from "~/.server/http/drain";
import { goByProxy } from "~/.server/http/outbound-proxy";
import { renewedLanguage } from "~/.server/http/visitor-language";
import { log } from "~/.server/log";
import { closeStore, store } from "~/.server/store/open-store";
import { knowProvider } from "~/auth/provider/discovery.server";
import { checkSession } from "~/auth/session/check-session.server";
import { renewalsEnded } from "~/auth/session/renewal.server";
import { afterSignIn, renewAtSignIn } from "~/auth/sign-in/after-sign-in.server";
import { renewedPreferences } from "~/profile/preferences-cookie.server";
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
  } catch (error) {
    log().fatal({ err: error }, "the company's proxy can't be used");
    process.exit(1);
  }
  try {
    await store();
  } catch (error) {
    log().fatal({ err: error }, "the store can't be opened");
    process.exit(1);
  }
  onDrained(async () => {
    const ended = Promise.all([stopSupervisor(), renewalsEnded()]);
    // A provider may take longer to answer than a draining server may wait.
    await Promise.race([ended, pause(Math.max(0, drainTimeLeft()), undefined, { ref: false })]);
    await closeStore();
  });
  afterSignIn(resumeJobsOf);
  renewAtSignIn(renewedLanguage);
  renewAtSignIn(renewedPreferences);
  answerDirectly("/auth/session", checkSession);
  startSupervisor();
  // A provider that is away holds no start up.
  void knowProvider();
}
