import { randomBytes } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import type { App } from "../support/app";
import { expectAnswer } from "../support/expect-answer";
import { giveHostileWorld } from "./support/hostile-world";

const world = await giveHostileWorld();

/** A value as Remix's `createCookie` writes it. */
const asCookie = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64");

const HTML = { accept: "text/html" };

it("A sign-in remembers language and preferences for another year", async () => {
  const [chooser, other] = [world.browser(), world.browser()];
  chooser.setCookie("i18n_redirected", "pl");
  const preferences = { colorScheme: "dark", density: "compact", pageSize: 100, shortcuts: false };
  chooser.setCookie("preferences", asCookie({ ...preferences, of: "another release" }));
  const kept = async (browser: typeof other) => {
    const callback = await world.callbackUrl(browser);
    const answer = await browser.get(callback.pathname + callback.search, { follow: false });
    return answer.headers.getSetCookie().filter((cookie) => cookie.includes("Max-Age=31536000"));
  };
  expect(await kept(other)).toEqual([]);
  expect(await kept(chooser)).toEqual([
    "i18n_redirected=pl; Max-Age=31536000; Path=/; SameSite=Lax",
    expect.stringContaining(`preferences=${encodeURIComponent(asCookie(preferences))}; Max-Age=31536000;`),
  ]);
});

it("A session's id is another after each sign-in, and the old one is dead", async () => {
  const browser = await world.signedIn();
  const before = browser.cookie("session");
  await browser.get("/auth/login?returnTo=/profile");
  const after = browser.cookie("session");
  expect(after).not.toBe(before);
  expect(await browser.isSignedIn()).toBe(true);
  const old = world.browser();
  old.setCookie("session", before as string);
  expect(await old.isSignedIn()).toBe(false);
});

it("A session's id given by somebody else is never taken over", async () => {
  const victim = world.browser();
  const planted = randomBytes(32).toString("base64url");
  victim.setCookie("session", planted);
  expect((await victim.get("/profile")).path).toBe("/profile");
  expect(victim.cookie("session")).not.toBe(planted);
  const attacker = world.browser();
  attacker.setCookie("session", planted);
  expect(await attacker.isSignedIn()).toBe(false);
});

it.each([
  ["tampered with", (id: string) => `${id.slice(0, -1)}${id.endsWith("A") ? "B" : "A"}`],
  ["of another alphabet", () => "ąęł".repeat(14)],
  ["percent-encoded", (id: string) => encodeURIComponent(`${id}%00`)],
  ["that is an object's name", () => "__proto__".padEnd(43, "A")],
])("A session's id %s makes a visitor anonymous, and nothing fails", async (_name, change) => {
  const browser = await world.signedIn();
  const id = browser.cookie("session") as string;
  const cookie = Buffer.from(`session=${change(id)}`).toString("latin1");
  const page = await world.browser().send("GET", "/profile", { headers: { ...HTML, cookie }, follow: false });
  expect(page.status).toBe(302);
  expect(page.location).toMatch(/^\/auth\/login\?/);
  const check = await world.browser().send("GET", "/auth/session", { headers: { cookie }, follow: false });
  expect(check.status).toBe(401);
  expect(check.text).toBe("");
});

describe("Cookies on https", () => {
  let app: App;
  const origin = "https://panel.example.pl";
  beforeAll(async () => {
    app = await world.run(undefined, { APP_URL: origin, DATABASE_URL: `file:${world.folder}/https.db` });
  });

  /** The Set-Cookie lines of an answer, by the cookie's name. */
  const kept = (headers: Headers) =>
    Object.fromEntries(headers.getSetCookie().map((line) => [line.slice(0, line.indexOf("=")), line]));

  it("Cookies on https are __Host-, Secure, HttpOnly, SameSite=Lax and Path=/", async () => {
    const send = (path: string, headers: Record<string, string> = {}, method = "GET") =>
      world.browser(app.url).send(method, path, { headers: { ...HTML, ...headers }, follow: false });
    const login = await send("/auth/login");
    const [[name, attempt] = ["", ""]] = Object.entries(kept(login.headers));
    expect(name).toBe("__Host-sign-in");
    const provider = await send(login.location);
    const callback = new URL(provider.location);
    expect(callback.origin + callback.pathname).toBe(`${origin}/auth`);

    const answer = await send(callback.pathname + callback.search, { cookie: attempt.split(";", 1)[0] as string });
    const session = kept(answer.headers)["__Host-session"] as string;
    expect(answer.location).toBe("/");
    expect(kept(answer.headers)[name]).toMatch(/=; .*Max-Age=0/);

    const cookie = session.split(";", 1)[0] as string;
    const out = await send("/auth/logout", { cookie, origin, "sec-fetch-site": "same-origin" }, "POST");
    const cleared = Object.values(kept(out.headers));
    expect(kept(out.headers)["__Host-session"]).toMatch(/=; .*Max-Age=0/);
    for (const line of [attempt, session, ...Object.values(kept(answer.headers)), ...cleared]) {
      expect(line).toMatch(/^__Host-/);
      expect(line).toMatch(/; Path=\/(;|$)/);
      expect(line).toMatch(/; HttpOnly(;|$)/);
      expect(line).toMatch(/; Secure(;|$)/);
      expect(line).toMatch(/; SameSite=Lax(;|$)/);
      expect(line).not.toMatch(/domain/i);
      expect(line.length).toBeLessThan(2_000);
    }
  });

  it("A page on https keeps the browser on https", async () => {
    const { headers } = await world.browser(app.url).send("GET", "/auth/login", { headers: HTML, follow: false });
    expect(headers.get("strict-transport-security")).toBe("max-age=63072000; includeSubDomains");
    expect(headers.get("content-security-policy")).toContain("upgrade-insecure-requests");
  });

  it("Cookies without the prefix are not looked at on https", async () => {
    const browser = await world.signedIn();
    const cookie = `session=${browser.cookie("session")}`;
    const page = await world.browser(app.url).send("GET", "/auth/session", { headers: { cookie }, follow: false });
    expect(page.status).toBe(401);
  });
});

it("A session of 12 kB tokens lives in a cookie of 43 characters", async () => {
  world.provider.padding = "x".repeat(12_000);
  const browser = await world.signedIn();
  expect(browser.cookieHeader.length).toBeLessThan(200);
  expect((await browser.get("/sellers")).status).toBe(200);
  const out = await browser.signOut();
  const address = new URL(out.location);
  expect(address.pathname).toBe("/end-session");
  expect(address.href.length).toBeLessThan(2_000);
  expect(address.searchParams.get("client_id")).toBe("panel");
});

it("A session whose token is said to live for 0 s lasts without circles", async () => {
  world.provider.lifetime = 0;
  world.provider.refresh = false;
  const browser = await world.signedIn();
  world.provider.calls = [];
  expect((await browser.get("/profile", { follow: false })).status).toBe(200);
  expect(world.provider.calls).toEqual([]);
});

it("A session is asked after without a body, a cache and a redirect", async () => {
  const browser = await world.signedIn();
  const alive = await browser.get("/auth/session", { follow: false });
  expect([alive.status, alive.text, alive.headers.get("cache-control")]).toEqual([204, "", "no-store"]);
  const dead = await world.browser().get("/auth/session", { follow: false });
  expect([dead.status, dead.text, dead.headers.get("cache-control")]).toEqual([401, "", "no-store"]);
  expect(dead.headers.getSetCookie()).toEqual([]);
});

it("A visitor is led to sign in and back, in the language of the page", async () => {
  for (const [page, login] of [
    ["/sellers?q=%C5%82&page=2", "/auth/login"],
    ["/en-US/sellers", "/en-US/auth/login"],
  ]) {
    const answer = await world.browser().get(page as string, { follow: false });
    const location = new URL(answer.location, world.appUrl);
    expect(answer.status).toBe(302);
    expect(location.pathname).toBe(login);
    expect(location.searchParams.get("returnTo")).toBe(page);
    expect((await world.browser().get(page as string)).path).toBe(page);
  }
});

it.each(["/auth/logout", "//evil.example"])(
  "A visitor who asks to go back to %s lands on the start page",
  async (returnTo) => {
    const page = await world.browser().get(`/auth/login?returnTo=${encodeURIComponent(returnTo)}`);
    expect(page.url.origin).toBe(world.appUrl);
    expect(page.url.pathname).toBe("/");
    expect(page.via.length).toBeLessThan(5);
  },
);

it("A form with our key is held without a session, and comes back", async () => {
  const browser = await world.signedIn();
  const form = await browser.get("/sellers/new");
  const fields = form.form("main form[method=post]").fields;
  fields.set("displayName", "Żółta Łódź");
  browser.setCookie("session", randomBytes(32).toString("base64url"));
  world.backend.seen.length = 0;
  const answer = await browser.post("/sellers/new", fields, { follow: false });
  expect(answer.status).toBe(303);
  expect(answer.headers.get("clear-site-data")).toBe('"storage"');
  const back = await browser.get(answer.location);
  expect(back.url.pathname).toBe("/sellers/new");
  expect(back.url.searchParams.get("draft")).toBeTruthy();
  expect(back.text).toContain('value="Żółta Łódź"');
  expect(world.backend.seen.filter(({ method }) => method === "POST")).toEqual([]);
});

it.each(["/sellers/new", "/en-US/sellers/new"])(
  "A form that is held no more is said to be gone at %s",
  async (path) => {
    const browser = await world.signedIn();
    const words = path.startsWith("/en-US") ? "What was typed here is no longer kept" : "Nie znaleźliśmy danych";
    expect((await browser.get(path)).text).not.toContain(words);
    for (const query of ["draft", "typed"]) {
      const page = await browser.get(`${path}?${query}=${"A".repeat(22)}`);
      expectAnswer(page, 200, words, "main");
    }
    // The page's script must not put a text of the address into a cookie.
    expect((await browser.get(`${path}?draft=x;+Domain=evil`)).text).not.toContain(words);
  },
);

it("A request that brings no cookie clears nothing", async () => {
  const headers = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "empty" };
  for (const path of ["/sellers/export.csv", "/sellers.data", "/profile"]) {
    const answer = await fetch(new URL(path, world.appUrl), { headers, redirect: "manual" });
    expect(answer.headers.get("clear-site-data")).toBeNull();
  }
});
