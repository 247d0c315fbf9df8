import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import type { BrowserSession } from "../support/browser-session";
import { createDatabase } from "../support/postgres";
import { workAtHand } from "../support/work-at-hand";
import { giveWorld } from "./support/given-world";
import { HostileWorld } from "./support/hostile-world";

const { world } = giveWorld({ isOwn: true, sandbox: { sellers: { count: 10 } } });

it("A new SESSION_SECRET in front changes nothing for anybody", async () => {
  const { accounts } = world.sandbox;
  const { SESSION_SECRET: old = "" } = world.env;
  const anna = await workAtHand(world, accounts.franchisee, 1);
  const next = randomBytes(32).toString("base64url");

  world.env.SESSION_SECRET = `${next},${old}`;
  await world.restart();
  await anna.isThere();
  const ewa = await workAtHand(world, accounts.listed, 2);

  world.env.SESSION_SECRET = next;
  await world.restart();
  await ewa.isThere();
  expect((await anna.browser.get("/sellers", { follow: false })).status).toBe(302);
  // Anna is signed in at once, because the provider still knows her.
  expect((await anna.browser.get("/sellers")).textOf("h1")).toBe("Sprzedawcy");
  expect(await anna.history()).toContain("MPK-1");
  await anna.change("PO-ZMIANIE");
  expect(await anna.history()).toContain("PO-ZMIANIE");
});

const secret = () => randomBytes(32).toString("base64url");
const [OLD, NEXT] = [secret(), secret()];

/** PostgreSQL, because an SQLite file can't be shared by two processes. */
const startRolling = async (SESSION_SECRET: string) =>
  HostileWorld.start({ SESSION_SECRET, DATABASE_URL: await createDatabase(inject("postgresPort")) });

it.each([
  ["first round", OLD, `${OLD},${NEXT}`],
  ["second round", `${OLD},${NEXT}`, `${NEXT},${OLD}`],
])("Each process opens what others seal in the %s of a rotation", async (_round, before, after) => {
  const rolling = await startRolling(before);
  onTestFinished(() => rolling.close());
  const other = (await rolling.run(undefined, { SESSION_SECRET: after })).url;
  const statusAt = async (at: string, cookie: string) =>
    (await rolling.browser(at).send("GET", "/profile", { headers: { cookie }, follow: false })).status;
  for (const [from, to] of [
    [rolling.appUrl, other],
    [other, rolling.appUrl],
  ] as const) {
    // The sign-in begins at one process, and the provider's answer reaches the other.
    const browser = rolling.browser(from);
    const callback = await rolling.callbackUrl(browser);
    await browser.get(`${to}${callback.pathname}${callback.search}`, { follow: false });
    const session = `session=${browser.cookie("session")}`;
    expect([await statusAt(from, session), await statusAt(to, session)]).toEqual([200, 200]);
  }
  expect(rolling.logs()).not.toContain("another SESSION_SECRET");
});

describe("Skipped rounds", () => {
  let rolling: HostileWorld;
  let other: string;
  beforeAll(async () => {
    rolling = await startRolling(OLD);
    other = (await rolling.run(undefined, { SESSION_SECRET: `${NEXT},${OLD}` })).url;
  });
  afterAll(() => rolling?.close());

  const signedIn = async (at: string) => {
    const browser = rolling.browser(at);
    const callback = await rolling.callbackUrl(browser);
    await browser.get(`${at}${callback.pathname}${callback.search}`, { follow: false });
    expect(await browser.isSignedIn()).toBe(true);
    return browser;
  };
  const sessionOf = (browser: BrowserSession) => ({
    cookie: `session=${browser.cookie("session")}`,
  });

  it("The provider's logout ends what a process can't read, and is logged", async () => {
    const browser = await signedIn(other);
    const stranger = rolling.browser();
    for (let n = 0; n < 2; n += 1) {
      const headers = sessionOf(browser);
      expect((await stranger.send("GET", "/profile", { headers, follow: false })).status).toBe(302);
    }
    const told = () => rolling.logs().split("a record sealed with another SESSION_SECRET can't be read");
    await expect.poll(told).toHaveLength(2);
    expect(told()[0]).toMatch(/"kind":"session"[^\n]*$/);

    const token = await rolling.provider.logoutToken();
    const ended = await rolling.browser().post("/auth/backchannel-logout", { logout_token: token }, { follow: false });
    expect(ended.status).toBe(200);
    expect(await browser.isSignedIn()).toBe(false);
    await expect.poll(() => rolling.logs()).toContain('"ended":1');
    expect(told()).toHaveLength(2);
  });

  // One process can read only its own session, the other both.
  it.each([false, true])("A sign-out everywhere ends all sessions (readable there: %s)", async (isRead) => {
    const [early, late] = [await signedIn(rolling.appUrl), await signedIn(other)];
    const headers = sessionOf(isRead ? early : late);
    await rolling.browser().post("/auth/logout", { scope: "everywhere" }, { headers, follow: false });
    expect([await early.isSignedIn(), await late.isSignedIn()]).toEqual([false, false]);
  });
});
