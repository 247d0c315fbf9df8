import { describe, expect, it } from "vitest";
import { SCRIPTS_COOKIE } from "~/cookie-names";
import { giveWorld } from "./support/given-world";

/** One person's tabs, more than the backend gets calls at once. */
const TABS = 20;

const { world, browser, control, signedIn } = giveWorld({
  isOwn: true,
  env: { BACKEND_CONCURRENCY: "16", BACKEND_TIMEOUT_MS: "120000", PROFILE_TTL_SECONDS: "3600" },
});

const slowCalls = () => control().requests("sellers", ({ query }) => query.search === "slow");

it("Twenty lists of one person take a share of the calls", async () => {
  const lukasz = await signedIn("listed");
  control().fault({ target: "sellers", path: "search=slow", hold: true });
  control().clearRequests();
  const headers = { cookie: browser.cookieHeader };
  const tabs = Array.from({ length: TABS }, () =>
    fetch(new URL("/sellers?q=slow", world.appUrl), { headers, redirect: "manual" }),
  );
  await expect.poll(() => slowCalls().length).toBe(4);
  expect((await lukasz.get("/sellers")).status).toBe(200);
  expect(slowCalls()).toHaveLength(4);
  control().clearFaults();
  for (const { status } of await Promise.all(tabs)) expect(status).toBe(200);
});

describe("A backend that would answer sixteen calls of one person at once", () => {
  const { world, browser, control, signedIn } = giveWorld({ isOwn: true, env: { BACKEND_CONCURRENCY: "64" } });
  const slowCalls = () => control().requests("sellers", ({ query }) => query.search === "slow");
  /** A list's rows are one call, and the counts of its tabs another one. */
  const CALLS_OF_EIGHT = 2 * 8;

  it("Eight of a person's 300 lists are loaded, until their last part has come", async () => {
    const lukasz = await signedIn("listed");
    // A page with scripts gets its counts once its loader has returned.
    const headers = { cookie: `${browser.cookieHeader}; ${SCRIPTS_COOKIE}=on` };
    control().fault({ target: "sellers", path: { regex: "search=slow.*pageSize=1(&|$)" }, hold: true });
    control().clearRequests();
    const crowd = Array.from({ length: 300 }, async () => {
      const answer = await fetch(new URL("/sellers.data?q=slow", world.appUrl), { headers });
      await answer.arrayBuffer();
      return answer.status;
    });
    await expect.poll(() => slowCalls().length).toBe(CALLS_OF_EIGHT);
    expect((await lukasz.get("/sellers")).status).toBe(200);
    expect(slowCalls()).toHaveLength(CALLS_OF_EIGHT);
    control().clearFaults();
    expect(new Set(await Promise.all(crowd))).toEqual(new Set([200]));
    expect(slowCalls()).toHaveLength(2 * 300);
  });
});

it("A stranger's pages wait for no other stranger's three hundred", async () => {
  const visit = (address: string) =>
    fetch(new URL("/error/404", world.appUrl), { headers: { "x-forwarded-for": address } }).then((page) => page.text());
  let ended = 0;
  const crowd = Array.from({ length: 300 }, () => visit("203.0.113.1").then(() => (ended += 1)));
  await Promise.race(crowd);
  await visit("203.0.113.2");
  expect(ended).toBeLessThan(150);
  await Promise.all(crowd);
});
