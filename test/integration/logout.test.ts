import { expect, it } from "vitest";
import type { BrowserSession } from "../support/browser-session";
import type { Page } from "../support/page";
import { giveHostileWorld, heading } from "./support/hostile-world";
import { type Answer, FORGERIES, type Json, now, type TokenFault } from "./support/misbehaving-provider";

const world = await giveHostileWorld();

const CLICK = { headers: { "sec-fetch-site": "same-origin" } };
const EVENT = "http://schemas.openid.net/event/backchannel-logout";

it("A sign-out ends the session and clears the browser's storage", async () => {
  const browser = await world.signedIn();
  const out = await browser.signOut();
  expect([out.status, out.headers.get("clear-site-data")]).toEqual([302, '"storage"']);
  expect(await browser.isSignedIn()).toBe(false);
});

it("A sign-out revokes the refresh token", async () => {
  await (await world.signedIn()).signOut();
  const [revocation] = world.provider.callsTo("/revoke");
  expect(revocation?.body.get("token")).toMatch(/^refresh-/);
  expect(revocation?.body.get("token_type_hint")).toBe("refresh_token");
});

it("A sign-out ends the provider's session, too, and comes back", async () => {
  const browser = await world.signedIn();
  const requested = new URL((await browser.signOut()).location);
  expect(requested.origin + requested.pathname).toBe(`${world.provider.issuer}/end-session`);
  expect(requested.searchParams.get("id_token_hint")?.split(".")).toHaveLength(3);
  expect(requested.searchParams.get("post_logout_redirect_uri")).toBe(`${world.appUrl}/auth/signed-out`);
  expect(requested.searchParams.get("state")).toMatch(/^[\w-]{20,}$/);
  const page = await browser.get(requested.href);
  expect([page.url.pathname, heading(page)]).toEqual(["/auth/signed-out", "Wylogowano"]);
  expect(page.text).toContain("z systemu logowania");
});

it.each<[string, (browser: BrowserSession) => Promise<Page>]>([
  ["by a post of our own form", (browser) => browser.post("/auth/logout", {}, { follow: false })],
  ["under its other name", (browser) => browser.get("/logout", CLICK)],
])("A sign-out %s ends the session", async (_how, signOut) => {
  const browser = await world.signedIn();
  await signOut(browser);
  expect(world.provider.callsTo("/revoke")).toHaveLength(1);
  expect(await browser.isSignedIn()).toBe(false);
});

it("A sign-out without a session leads to the page that says so", async () => {
  for (const options of [{}, CLICK]) {
    const page = await world.browser().get("/auth/logout", options);
    expect(page.url.pathname).toBe("/auth/signed-out");
    expect(page.hrefOf("Zaloguj się ponownie")).toBe("/auth/login");
  }
  expect(world.provider.callsTo("/end-session")).toEqual([]);
});

it.each(["wrong", undefined, "two"])(
  "A response whose state is %s proves nothing about the provider",
  async (state) => {
    const browser = await world.signedIn();
    const out = await browser.signOut();
    const right = new URL(out.location).searchParams.get("state") as string;
    const query = state === "two" ? `?state=${right}&state=${right}` : state ? `?state=${state}` : "";
    const page = await browser.get(`/auth/signed-out${query}`);
    expect(heading(page)).toBe("Wylogowano");
    expect(page.text).not.toContain("z systemu logowania");
  },
);

it("A sign-out's page doesn't claim that somebody is signed out who isn't", async () => {
  const browser = await world.signedIn();
  const page = await browser.get("/auth/signed-out");
  expect(heading(page)).toBe("Nadal trwa Twoja sesja");
  expect(await browser.isSignedIn()).toBe(true);
});

it.each<[string, Answer]>([
  ["400 and a code", { status: 400, json: { error: "unsupported_token_type" } }],
  ["400 and a page", { status: 400, html: "<h1>Bad request</h1>" }],
  ["403 and a page", { status: 403, html: "<h1>Forbidden</h1>" }],
  ["404", { status: 404 }],
  ["204, which isn't as written", { status: 204 }],
])("A sign-out whose revocation is answered by %s goes on all the same", async (_name, revocation) => {
  const browser = await world.signedIn();
  world.provider.script = { revocation };
  const out = await browser.signOut();
  expect(new URL(out.location).pathname).toBe("/end-session");
});

it("A sign-out whose revocation never ends still ends the provider's session", async () => {
  const browser = await world.signedIn();
  world.provider.script = { revocation: { hang: true } };
  const page = await browser.get("/auth/logout", CLICK);
  expect(world.provider.callsTo("/revoke")).toHaveLength(1);
  expect(world.provider.callsTo("/end-session")).toHaveLength(1);
  expect(page.text).toContain("z systemu logowania");
  expect(await browser.isSignedIn()).toBe(false);
});

it("A sign-out at a provider out of order offers to finish it there", async () => {
  const browser = await world.signedIn();
  world.provider.script = { revocation: { status: 503 } };
  const page = await browser.get("/auth/logout", CLICK);
  expect(page.url.pathname).toBe("/auth/signed-out");
  expect(heading(page)).toBe("Wylogowano");
  expect(page.text).toContain("zakończ też sesję w systemie logowania");
  expect(await browser.isSignedIn()).toBe(false);
  expect(world.provider.callsTo("/end-session")).toEqual([]);

  const finished = await browser.submit(page, {}, 'form[action="/auth/logout"]');
  const [asked] = world.provider.callsTo("/end-session");
  expect(asked?.query.get("client_id")).toBe("panel");
  expect(finished.url.pathname).toBe("/auth/signed-out");
  expect(finished.text).toContain("Wylogowano Cię z panelu i z systemu logowania");
  expect(finished.text).not.toContain("Dokończ wylogowanie");
});

it.each([
  ["/auth/logout", "pl"],
  ["/en-US/auth/logout", "en-US"],
])("A sign-out at %s asks the provider to speak %s", async (path, language) => {
  const browser = await world.signedIn();
  const out = await browser.signOut(path);
  const asked = new URL(out.location);
  expect(asked.searchParams.get("ui_locales")).toBe(language);
});

it("A sign-out's page in another language signs nobody in or out", async () => {
  const switched = (browser: BrowserSession, page: string) =>
    browser.get(`/language?${new URLSearchParams({ locale: "en-US", returnTo: page })}`, CLICK);
  const browser = await world.signedIn();
  world.provider.script = { revocation: { status: 503 } };
  await browser.get("/auth/logout", CLICK);
  const out = await switched(browser, "/auth/signed-out");
  expect([out.path, heading(out)]).toEqual(["/en-US/auth/signed-out", "Signed out"]);
  for (const page of ["/auth", "/auth/unauthorized", "/auth/logout"]) await switched(browser, page);
  expect(await browser.isSignedIn()).toBe(false);

  world.provider.script = {};
  const other = await world.signedIn();
  const question = await switched(other, "/auth/logout");
  expect(question.url.pathname).toBe("/en-US/auth/logout");
  expect(await other.isSignedIn()).toBe(true);
  await other.submit(question, {}, "main form", { follow: false });
  expect(await other.isSignedIn()).toBe(false);
});

it("A sign-out everywhere ends the person's sessions on every device", async () => {
  const [phone, laptop, desk] = await Promise.all([world.signedIn(), world.signedIn(), world.signedIn()]);
  const profile = await (desk as BrowserSession).get("/profile");
  expect(profile.text).toContain("Wyloguj się wszędzie");
  await (desk as BrowserSession).submit(profile, {}, 'form[action="/auth/logout"]', { follow: false });
  for (const browser of [phone, laptop, desk]) expect(await (browser as BrowserSession).isSignedIn()).toBe(false);
  await expect.poll(() => world.provider.callsTo("/revoke").length).toBeGreaterThanOrEqual(3);
});

it("A sign-out everywhere ends nobody else's sessions", async () => {
  const mine = await world.signedIn();
  const { provider } = world;
  provider.script = {
    idToken: { claims: (c) => ({ ...c, sub: "somebody-else" }) },
    userinfo: () => ({ status: 404 }),
  };
  const theirs = await world.signedIn();
  provider.script = {};
  await mine.post("/auth/logout", { scope: "everywhere" }, { follow: false });
  expect(await mine.isSignedIn()).toBe(false);
  expect(await theirs.isSignedIn()).toBe(true);
});

const send = (token: string | undefined, at = "/auth/backchannel-logout") => {
  const body = new URLSearchParams(token === undefined ? {} : { logout_token: token }).toString();
  const headers = { "content-type": "application/x-www-form-urlencoded", accept: "*/*" };
  return world.browser().send("POST", at, { headers, body, follow: false });
};
const claims = (changes: Json): TokenFault => ({ claims: (truth) => ({ ...truth, ...changes }) });

it("A back-channel logout by sid ends that session alone", async () => {
  const first = await world.signedIn();
  world.provider.sid = "provider-session-2";
  const second = await world.signedIn();
  world.provider.sid = "provider-session-1";
  const answer = await send(await world.provider.logoutToken());
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, expect.stringContaining("no-store")]);
  expect(await first.isSignedIn()).toBe(false);
  expect(await second.isSignedIn()).toBe(true);
});

it.each([
  ["sub", { sid: undefined }],
  ["sid", { sub: undefined }],
])("A back-channel logout by %s alone ends all such sessions", async (_name, without) => {
  const browsers = await Promise.all([world.signedIn(), world.signedIn()]);
  const token = await world.provider.logoutToken(claims(without));
  expect((await send(token)).status).toBe(200);
  for (const browser of browsers) expect(await browser.isSignedIn()).toBe(false);
});

it("A back-channel logout by the sid of a silent renewal ends the session", async () => {
  world.provider.refresh = false;
  world.provider.lifetime = 60;
  const browser = await world.signedIn();
  world.provider.sid = "provider-session-2";
  // A token that lives 60 s is renewed in the second half of its life.
  await world.pass(30_100);
  world.provider.lifetime = 3600;
  const frame = await browser.get("/auth/silent-renew");
  const token = await world.provider.logoutToken();
  world.provider.sid = "provider-session-1";
  expect(frame.attribute("html", "data-renewal")).toBe("renewed");
  expect((await send(token)).status).toBe(200);
  expect(await browser.isSignedIn()).toBe(false);
});

it("A back-channel logout of a session that isn't there is a success", async () => {
  const token = await world.provider.logoutToken(claims({ sid: "gone", sub: "gone" }));
  expect((await send(token)).status).toBe(200);
});

it("A back-channel logout by keys that have rotated is believed", async () => {
  const browser = await world.signedIn();
  await world.provider.rotateKeys();
  expect((await send(await world.provider.logoutToken())).status).toBe(200);
  expect(await browser.isSignedIn()).toBe(false);
});

it("A back-channel logout whose key can't be read gets 503", async () => {
  const browser = await world.signedIn();
  await world.provider.rotateKeys();
  world.provider.script = { keys: () => ({ status: 500 }) };
  const token = await world.provider.logoutToken();
  expect((await send(token)).status).toBe(503);
  expect(await browser.isSignedIn()).toBe(true);
  world.provider.script = {};
  expect((await send(token)).status).toBe(200);
  expect(await browser.isSignedIn()).toBe(false);
});

it.each([
  ["sub", { sid: null, nbf: null, nonce: null }],
  ["sid", { sub: null, nbf: null, exp: null }],
])("A logout token whose other claims than %s are null ends the session", async (_name, changes) => {
  const browser = await world.signedIn();
  expect((await send(await world.provider.logoutToken(claims(changes)))).status).toBe(200);
  expect(await browser.isSignedIn()).toBe(false);
});

it.each<[string, TokenFault]>([
  ...FORGERIES,
  ["with another iss", claims({ iss: "https://evil.example" })],
  ["without iss", claims({ iss: undefined })],
  ["for another client", claims({ aud: "other" })],
  ["without aud", claims({ aud: undefined })],
  ["without iat", claims({ iat: undefined })],
  ["issued an hour from now", claims({ iat: now() + 3600 })],
  ["issued an hour ago", claims({ iat: now() - 3600, exp: undefined })],
  ["that has expired", claims({ exp: now() - 600 })],
  ["without events", claims({ events: undefined })],
  ["with an empty events", claims({ events: {} })],
  ["about another event", claims({ events: { "http://schemas.openid.net/event/other": {} } })],
  ["whose event is no object", claims({ events: { [EVENT]: true } })],
  ["whose events is a list", claims({ events: [EVENT] })],
  ["with a nonce", claims({ nonce: "n" })],
  ["without jti", claims({ jti: undefined })],
  ["that names nobody", claims({ sub: undefined, sid: undefined })],
  ["whose sub and sid are null", claims({ sub: null, sid: null })],
  ["whose sub has a control character", claims({ sub: "u-1\0x", sid: undefined })],
  ["whose sub is no text", claims({ sub: 7, sid: undefined })],
  ["that is another type of token", { header: (h) => ({ ...h, typ: "at+jwt" }) }],
])("A logout token %s is refused, and the session lives", async (_name, fault) => {
  const browser = await world.signedIn();
  const answer = await send(await world.provider.logoutToken(fault));
  expect(answer.status).toBe(400);
  expect(answer.json()).toEqual({ error: "invalid_request" });
  expect(await browser.isSignedIn()).toBe(true);
});

it("A logout token works once", async () => {
  const token = await world.provider.logoutToken();
  expect((await send(token)).status).toBe(200);
  const browser = await world.signedIn();
  expect((await send(token)).status).toBe(400);
  expect(await browser.isSignedIn()).toBe(true);
});

it.each([undefined, "", "a.b.c", "x".repeat(20_000)])(
  "A back-channel logout without a usable token (%#) is refused",
  async (token) => {
    expect((await send(token)).status).toBe(400);
  },
);

it("A logout token in an address or by GET, or an ID token, is refused", async () => {
  const browser = await world.signedIn();
  const token = await world.provider.logoutToken();
  expect((await world.browser().get(`/auth/backchannel-logout?logout_token=${token}`)).status).toBe(405);
  expect((await send(undefined, `/auth/backchannel-logout?logout_token=${token}`)).status).toBe(400);
  const idToken = await world.provider.logoutToken(claims({ events: undefined, jti: undefined }));
  expect((await send(idToken)).status).toBe(400);
  expect(await browser.isSignedIn()).toBe(true);
});

it("Logout tokens with made-up keys keep nobody from signing in", async () => {
  await world.signedIn();
  const forged = {
    signing: "stranger",
    header: (h) => ({ ...h, kid: `unknown-${Math.random()}` }),
  } satisfies TokenFault;
  for (let n = 0; n < 20; n += 1) {
    expect((await send(await world.provider.logoutToken(forged))).status).toBe(400);
  }
  await world.provider.rotateKeys();
  await world.signedIn();
});
