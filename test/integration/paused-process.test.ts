import { afterAll, beforeAll, expect, it } from "vitest";
import type { BrowserSession } from "../support/browser-session";
import { type JobPages, jobPages } from "../support/job-pages";
import { type RedisServer, startRedis } from "../support/redis";
import { startWorld, type World } from "../support/world";

const ROWS = 200;
/** Rows of a job that are sent at once. */
const CONCURRENCY = 4;

let redis: RedisServer;
let world: World;
let browser: BrowserSession;
let pages: JobPages;
beforeAll(async () => {
  redis = await startRedis();
  // Short deadlines make short leases: a paused process loses its job after 3 × 1 s + 10 s.
  world = await startWorld({ storeUrl: redis.url, env: { BACKEND_TIMEOUT_MS: "1000" } });
  browser = world.browser();
  pages = jobPages(world, browser);
  await browser.signIn(world.sandbox.accounts.franchisee);
});
afterAll(async () => {
  await world?.close();
  await redis?.close();
});

const additions = () => world.sandbox.control.requests("sellers").filter(({ method }) => method === "POST");

it("a process that is paused amid an import, and wakes up after another one has finished it, adds no row twice", async () => {
  const lines = Array.from({ length: ROWS }, (_none, row) => `Wiersz ${row};wiersz${row}@example.pl;${row}`);
  const file = new File([`nazwa;email;mpk\n${lines.join("\n")}\n`], "plik.csv", { type: "text/csv" });
  const plan = await browser.upload(await browser.get("/sellers/import"), file, "form[enctype]");
  world.sandbox.control.fault({ target: "sellers", method: "POST", delayMs: 100 });
  const { path } = await browser.submit(plan, {}, "form:has(input[name=plan])");
  await expect.poll(() => additions().length).toBeGreaterThan(20);
  process.kill(world.app.pid, "SIGSTOP");
  const replica = await world.replica();
  try {
    const job = await pages.becomes(new URL(path, replica.url).href, "Zakończono");
    expect(pages.count(job, "Wykonane")).toBe(`${ROWS}`);
  } finally {
    process.kill(world.app.pid, "SIGCONT");
  }
  await expect.poll(() => world.app.logs()).toContain('"ending":"interrupted"');
  const added = world.sandbox.control.sellers().filter(({ email }) => /^wiersz\d+@/.test(email));
  expect(added).toHaveLength(ROWS);
  expect(additions().length).toBeLessThanOrEqual(ROWS + CONCURRENCY);
  // The page that the paused process shows is the other one's result, too.
  expect(pages.count(await pages.becomes(path, "Zakończono"), "Wykonane")).toBe(`${ROWS}`);
  const histories = await Promise.all(added.slice(0, 30).map(({ id }) => browser.get(`/sellers/${id}/history`)));
  for (const { document } of histories) expect(document.querySelectorAll("main article")).toHaveLength(1);
});
