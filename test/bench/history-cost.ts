import { readFileSync } from "node:fs";
import { jobPages } from "../support/job-pages";
import { startWorld } from "../support/world";

/**
 * Calls to the sellers' backend for one page, and the processor time of the server's main thread.
 */
type Cost = { calls: number; processorMs: number };

/**
 * What a page of the history costs a person whom the backend shows none of the sellers on it: when
 * it is asked about all of them, and again while its word is believed.
 */
export async function historyCost(): Promise<{ asked: Cost; believed: Cost }> {
  const world = await startWorld({
    sandbox: { sellers: { count: 60, scoped: true } },
    env: { LOG_LEVEL: "warn", PROFILE_TTL_SECONDS: "3600" },
  });
  try {
    const { control, accounts } = world.sandbox;
    const [anna, lukasz] = [world.browser(), world.browser()];
    for (const { id } of control.sellers()) {
      control.giveSeller(id, accounts.franchisee.login);
      control.changeSeller(id, { accountEnabled: true });
    }
    await anna.signIn(accounts.franchisee, "/profile");
    await lukasz.signIn(accounts.listed, "/profile");
    const jobs = jobPages(world, anna);
    const job = await jobs.confirm(await jobs.choose({ all: "1" }));
    await jobs.becomes(job.path, "Zakończono");
    // What runs for the first time is slower, and isn't what is measured.
    for (let times = 0; times < 10; times += 1) await anna.get("/history");
    const cost = async (): Promise<Cost> => {
      control.clearRequests();
      const before = processorMs(world.app.pid);
      await lukasz.get("/history");
      return { calls: control.requests("sellers").length, processorMs: processorMs(world.app.pid) - before };
    };
    return { asked: await cost(), believed: await cost() };
  } finally {
    await world.close();
  }
}

/** Of the thread whose id is the process's (proc_pid_schedstat(5)). */
function processorMs(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
}
