import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { withRare } from "../support/rare-cases";
import { workAtHand } from "../support/work-at-hand";
import { startWorld, type World } from "../support/world";
import { HostileWorld } from "./support/hostile-world";

let world: World;
beforeAll(async () => {
  world = await startWorld({ sandbox: { sellers: { count: 10 } } });
});
afterAll(() => world?.close());

it("a new SESSION_SECRET in front changes nothing for anybody; without the old one what it sealed is gone, and nothing else", async () => {
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
  // The provider still knows her.
  expect((await anna.browser.get("/sellers")).textOf("h1")).toBe("Sprzedawcy");
  expect(await anna.history()).not.toContain("MPK-1");
  await anna.change("PO-ZMIANIE");
  expect(await anna.history()).toContain("PO-ZMIANIE");
});

const secret = () => randomBytes(32).toString("base64url");
const [OLD, NEXT] = [secret(), secret()];

/** A server beside another one of the same store, each with its own SESSION_SECRET. */
async function sideBySide(secrets: [string, string], work: (world: HostileWorld, other: string) => Promise<void>) {
  const [one, another] = secrets;
  const rolling = await HostileWorld.start({ SESSION_SECRET: one });
  try {
    await work(rolling, (await rolling.run(undefined, { SESSION_SECRET: another })).url);
  } finally {
    await rolling.close();
  }
}

it.each(
  withRare([["second round", `${OLD},${NEXT}`, `${NEXT},${OLD}`]], [["first round", OLD, `${OLD},${NEXT}`]]) as [
    string,
    string,
    string,
  ][],
)("in the %s of a rotation each process opens what any other seals", (_round, before, after) =>
  sideBySide([before, after], async (rolling, other) => {
    const statusAt = async (at: string, cookie: string) =>
      (await rolling.browser(at).send("GET", "/profile", { headers: { cookie }, follow: false })).status;
    for (const [from, to] of [
      [rolling.appUrl, other],
      [other, rolling.appUrl],
    ] as const) {
      // Begun at one, the provider's answer taken by the other.
      const browser = rolling.browser(from);
      const callback = await rolling.callbackUrl(browser);
      await browser.get(`${to}${callback.pathname}${callback.search}`, { follow: false });
      const session = `session=${browser.cookies.get(browser.resolve("/"), "session")}`;
      expect([await statusAt(from, session), await statusAt(to, session)]).toEqual([200, 200]);
    }
    expect(rolling.logs()).not.toContain("another SESSION_SECRET");
  }),
);

it("where the rounds were skipped the provider's logout ends what a process can't read, and the log says why people are signed out", () =>
  sideBySide([OLD, `${NEXT},${OLD}`], async (rolling, other) => {
    const browser = rolling.browser(other);
    const callback = await rolling.callbackUrl(browser);
    await browser.get(`${other}${callback.pathname}${callback.search}`, { follow: false });
    expect(await rolling.hasSession(browser)).toBe(true);

    const stranger = rolling.browser();
    for (let n = 0; n < 2; n += 1) {
      const headers = { cookie: `session=${browser.cookies.get(browser.resolve("/"), "session")}` };
      expect((await stranger.send("GET", "/profile", { headers, follow: false })).status).toBe(302);
    }
    const told = rolling.logs().split("what another SESSION_SECRET sealed can't be read and counts as absent");
    expect(told).toHaveLength(2);
    expect(told[0]).toMatch(/"kind":"session"[^\n]*$/);

    const token = await rolling.provider.logoutToken();
    const ended = await rolling.browser().post("/auth/backchannel-logout", { logout_token: token }, { follow: false });
    expect(ended.status).toBe(200);
    expect(await rolling.hasSession(browser)).toBe(false);
    expect(rolling.logs()).toContain('"ended":1');
  }));

it.each(withRare([false], [true]))(
  "where they were skipped „Wyloguj się wszędzie” ends all sessions, asked of a process that can read the session: %s",
  (isRead) =>
    sideBySide([OLD, `${NEXT},${OLD}`], async (rolling, other) => {
      const signedIn = async (at: string) => {
        const browser = rolling.browser(at);
        const callback = await rolling.callbackUrl(browser);
        await browser.get(`${at}${callback.pathname}${callback.search}`, { follow: false });
        expect(await rolling.hasSession(browser)).toBe(true);
        return browser;
      };
      const [early, late] = [await signedIn(rolling.appUrl), await signedIn(other)];
      // The one process reads its own alone, the other both.
      const headers = { cookie: `session=${(isRead ? early : late).cookies.get(early.resolve("/"), "session")}` };
      await rolling.browser().post("/auth/logout", { scope: "everywhere" }, { headers, follow: false });
      expect([await rolling.hasSession(early), await rolling.hasSession(late)]).toEqual([false, false]);
    }),
);
