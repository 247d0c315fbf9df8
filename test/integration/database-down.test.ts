import { afterAll, expect, it } from "vitest";
import { expectAnswer } from "../support/expect-answer";
import { createDatabase, startPostgres } from "../support/postgres";
import { startTcpForward } from "../support/tcp-forward";
import { giveWorld } from "./support/given-world";

const postgres = await startPostgres();
const address = await startTcpForward(postgres.port);
const url = new URL(await createDatabase(postgres.port));
url.port = String(address.port);
afterAll(async () => {
  address.close();
  await postgres.remove();
});
const { world, browser } = giveWorld({ isOwn: true, databaseUrl: url.href });

const session = () => browser.cookie("session");

/** Sends all requests at once, because each waits until the app gives the database up. */
async function expectUnavailable(): Promise<void> {
  const before = session();
  const bare = ["/profile", "/sellers", "/profile.data"].map(async (path) => {
    const page = await browser.get(path, { follow: false });
    expect(page.status, path).toBe(503);
    expect(page.headers.getSetCookie().join(), path).not.toContain("session=");
    expect(page.headers.get("clear-site-data")).toBeNull();
  });
  await Promise.all([...bare, expectPage(), ...FILES.map(expectFile), expectSignIn()]);
  expect(session()).toBe(before);
}

async function expectPage(): Promise<void> {
  const page = await browser.get("/profile");
  expect(page.url.pathname).toBe("/profile");
  expect(page.text).toContain("Usługa jest chwilowo niedostępna");
  expect(page.links()).toContainEqual(["Zaloguj się ponownie", "/auth/login?returnTo=%2Fprofile"]);
  // The header says nothing about a role that can't be known now.
  expect(page.textOf("header")).toContain("Moje konto");
  expect(page.text).not.toContain("FRANCZYZOBIORCA");
  expect(page.text).not.toMatch(/ECONN|postgres|at \w+ \(/i);
}

const FILES = ["/sellers/export.csv", "/history/export.csv", "/sellers/import/files/template.csv", "/dashboard"];

async function expectFile(path: string): Promise<void> {
  const asked = browser.get(path, { headers: { accept: "text/html" } });
  const bare = await browser.get(path, { headers: { accept: "*/*" }, follow: false });
  expect([bare.status, bare.text], path).toEqual([503, ""]);
  const told = await asked;
  expect([told.status, told.path.replace(/&id=.*$/, "")], path).toEqual([
    503,
    `/error/503?from=${encodeURIComponent(path)}`,
  ]);
  expect(told.headers.get("retry-after")).toBe("5");
  expect(told.text).toContain("Usługa jest chwilowo niedostępna");
}

async function expectSignIn(): Promise<void> {
  const click = { headers: { "sec-fetch-site": "same-origin" } };
  const paths = ["/auth/session", "/auth?code=a&state=b", "/auth/logout", "/error/404"];
  const answers = await Promise.all(paths.map((path) => browser.get(path, { ...click, follow: false })));
  const [check, callback, out, missing] = answers.map(({ status }) => status);
  expect([check, out, missing]).toEqual([503, 503, 404]);
  expect(callback).not.toBe(500);
  const visitor = await world.browser().get("/history");
  expectAnswer(visitor, 503, "Usługa jest chwilowo niedostępna");
  expect(visitor.url.searchParams.get("from")).toBe("/history");
}

const worksAgain = () => expect.poll(async () => (await browser.get("/profile", { follow: false })).status).toBe(200);

/** The messages about an outage of the database in the log. */
const saidOfDatabase = () =>
  world.app.logs().match(/"msg":"(the database can't be used|a direct answer failed)"/g) ?? [];

it("A database that is down is a 503 page, and the session is kept", async () => {
  for (const signal of ["SIGQUIT", "SIGINT"] as const) {
    // The job queue may find the database gone before a page does, even before it has ended.
    const [before, since] = [saidOfDatabase().length, performance.now()];
    await postgres.stop(signal);
    try {
      await expectUnavailable();
      // The outage is logged at most once a second.
      const lines = () => browser.get("/profile").then(() => saidOfDatabase().slice(before));
      await expect.poll(lines).toContain(`"msg":"the database can't be used"`);
      expect(saidOfDatabase().length - before).toBeLessThanOrEqual(1 + (performance.now() - since) / 1000);
      expect((await fetch(`${world.appUrl}/readyz`)).status).toBe(503);
    } finally {
      await postgres.start();
    }
    await worksAgain();
  }
  expect(world.app.ended).toBe(false);
});

it("A database that hangs is a 503 page, and the session is kept", async () => {
  address.stall();
  await expectUnavailable();
  address.resume();
  await worksAgain();
});

it("A server started while the database is away becomes ready with it", async () => {
  await postgres.stop();
  await world.restart("SIGKILL");
  expect((await fetch(`${world.appUrl}/readyz`)).status).toBe(503);
  await postgres.start();
  await expect.poll(async () => (await fetch(`${world.appUrl}/readyz`)).status).toBe(200);
  await worksAgain();
});
