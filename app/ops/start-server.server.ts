import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { closeDatabase, DatabaseUnavailable, databaseEngine } from "~/.server/db/database";
import { sweep } from "~/.server/db/sweep";
import { env } from "~/.server/env";
import { registerDirectAnswer } from "~/.server/http/direct-answers";
import { drainOnSignals, drainTimeLeft, onDrained } from "~/.server/http/drain";
import { setOutboundProxy } from "~/.server/http/outbound-proxy";
import { dropUnwantedLines, log } from "~/.server/log";
import { buildInfo, measureProcess } from "~/.server/metrics";
import { discoverProvider } from "~/auth/provider/discovery.server";
import { checkSession } from "~/auth/session/check-session.server";
import { finishRenewals } from "~/auth/session/renewal.server";
import { afterSignIn } from "~/auth/sign-in/finish-sign-in.server";
import { jobQueue, resumeJobsOf } from "~/sellers/jobs/job-queue.server";

export async function startServer(): Promise<void> {
  dropUnwantedLines();
  process.once("uncaughtException", (error) => endProcess(error, "an error that nobody caught ends the process"));
  drainOnSignals();
  const build = {
    version: import.meta.env.PANEL_VERSION as string,
    commit: import.meta.env.PANEL_COMMIT as string,
    node: process.version,
  };
  buildInfo.set(build, 1);
  if (env().METRICS_TOKEN) measureProcess();
  await exitOnFailure(assertPortIsFree(), "nothing can listen at this HOST and PORT");
  await exitOnFailure(setOutboundProxy(), "the company's proxy can't be used");
  await exitOnFailure(openDatabase(), "the database can't be opened");
  onDrained(async () => {
    const ended = Promise.all([jobQueue.stop(), finishRenewals()]);
    // The provider may respond to a token renewal only after the end of the drain time.
    await Promise.race([ended, pause(Math.max(0, drainTimeLeft()), undefined, { ref: false })]);
    await sweep.stop();
    await closeDatabase();
  });
  afterSignIn(resumeJobsOf);
  registerDirectAnswer("/auth/session", checkSession);
  jobQueue.start();
  sweep.start();
  // Not awaited, because the server starts without the provider, too.
  void discoverProvider();
  const database = env().DATABASE_URL.reveal().startsWith("file:") ? "sqlite" : "postgres";
  log().info({ ...build, database }, "started");
}

/** PostgreSQL may be down at the start (`/readyz` then returns 503); an SQLite file must open. */
async function openDatabase(): Promise<void> {
  try {
    await (await databaseEngine()).claim();
  } catch (err) {
    if (!(err instanceof DatabaseUnavailable) || env().DATABASE_URL.reveal().startsWith("file:")) throw err;
    log().error({ err }, "the database can't be reached yet");
  }
}

const exitOnFailure = (step: Promise<unknown>, why: string) => step.catch((error: unknown) => endProcess(error, why));

function endProcess(error: unknown, why: string): never {
  log().fatal({ err: error }, why);
  process.exit(1);
}

/** If the port is in use, remix-serve would silently take another. In development Vite uses it. */
async function assertPortIsFree(): Promise<void> {
  const { HOST, PORT, NODE_ENV } = env();
  if (NODE_ENV === "development") return;
  const probe = createServer().listen(PORT, HOST);
  await once(probe, "listening");
  await new Promise((closed) => probe.close(closed));
}
