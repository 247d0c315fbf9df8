import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { openDatabase } from "~/.server/db/database";
import type { BrowserSession } from "../support/browser-session";
import { expectAnswer } from "../support/expect-answer";
import type { Page } from "../support/page";
import { giveHostileWorld, heading } from "./support/hostile-world";
import { FORGERIES, type Json, now, type Script, type TokenFault } from "./support/misbehaving-provider";

const world = await giveHostileWorld();

/** Signs in at a provider that follows the script. @returns whether there is a session then */
async function attempt(script: Script): Promise<{ page: Page; accepted: boolean; browser: BrowserSession }> {
  world.provider.script = script;
  const browser = world.browser();
  const page = await browser.get("/profile");
  return { page, browser, accepted: await browser.isSignedIn() };
}

const withClaims = (changes: (truth: Json) => Json): Script => ({
  idToken: { claims: (truth) => ({ ...truth, ...changes(truth) }) },
});
const withKid = (kid: string | undefined): Script => ({ idToken: { header: (h) => ({ ...h, kid }) } });

/** Expects a page that refuses the sign-in: no session, no token used, no new attempt. */
async function expectRefused(script: Script): Promise<void> {
  const { page, accepted } = await attempt(script);
  expect(accepted).toBe(false);
  expect(page.url.pathname).toBe("/auth");
  expect(page.status).toBe(502);
  expect(heading(page)).toBe("Nie udało się zalogować");
  expect(page.text).toContain("Zaloguj się ponownie");
  expect(world.backend.seen).toEqual([]);
  expect(world.provider.callsTo("/authorize")).toHaveLength(1);
}

async function expectAccepted(script: Script): Promise<void> {
  const { page, accepted } = await attempt(script);
  expect(accepted, heading(page)).toBe(true);
  expect(page.path).toBe("/profile");
}

it("An ID token that is all right signs in", () => expectAccepted({}));

it.each<[string, (truth: Json) => Json]>([
  ["with another iss", () => ({ iss: "https://evil.example" })],
  ["whose iss differs by a slash", ({ iss }) => ({ iss: `${iss}/` })],
  ["without iss", () => ({ iss: undefined })],
  ["without sub", () => ({ sub: undefined })],
  ["with an empty sub", () => ({ sub: "" })],
  ["with a blank sub", () => ({ sub: "  " })],
  ["with a control character in sub", ({ sub }) => ({ sub: `${sub}\0x` })],
  ["with a number as sub", () => ({ sub: 7 })],
  ["for another client", () => ({ aud: "other" })],
  ["without aud", () => ({ aud: undefined })],
  ["for several audiences without azp", () => ({ aud: ["panel", "other"] })],
  ["for several audiences with another azp", () => ({ aud: ["panel", "other"], azp: "other" })],
  ["with another azp", () => ({ azp: "other" })],
  ["without iat", () => ({ iat: undefined })],
  ["issued 340 s from now", () => ({ iat: now() + 340 })],
  ["that expired 301 s ago", () => ({ exp: now() - 301 })],
  ["without exp", () => ({ exp: undefined })],
  ["that isn't valid for another 340 s", () => ({ nbf: now() + 340 })],
  ["with another nonce", () => ({ nonce: "other" })],
  ["without a nonce", () => ({ nonce: undefined })],
  ["whose nonce is null", () => ({ nonce: null })],
  ["whose sub is null", () => ({ sub: null })],
  ["with another access token's at_hash", () => ({ at_hash: "AAAAAAAAAAAAAAAAAAAAAA" })],
])("An ID token %s is refused", (_name, claims) => expectRefused(withClaims(claims)));

it.each<[string, TokenFault]>([...FORGERIES, ["with a crit header", { header: (h) => ({ ...h, crit: ["x"], x: 1 }) }]])(
  "An ID token %s is refused",
  (_name, fault) => expectRefused({ idToken: fault }),
);

it.each([
  ["that isn't there", undefined],
  ["that is no JWT", "a.b"],
])("An ID token %s is refused", (_name, id_token) =>
  expectRefused({ token: (truth) => ({ json: { ...truth, id_token } }) }),
);

it.each<[string, (truth: Json) => Json]>([
  ["for several audiences with our azp", () => ({ aud: ["panel", "other"], azp: "panel" })],
  ["issued 290 s from now", () => ({ iat: now() + 290 })],
  ["that expired 290 s ago", () => ({ exp: now() - 290 })],
  ["whose optional claims are null", () => ({ at_hash: null, azp: null, auth_time: null, nbf: null, sid: null })],
])("An ID token %s is accepted", (_name, claims) => expectAccepted(withClaims(claims)));

it("An ID token without a kid is accepted where there is one key", () => expectAccepted(withKid(undefined)));

it("Userinfo about somebody else is refused", () =>
  expectRefused({ userinfo: (truth) => ({ json: { ...truth, sub: "somebody-else" } }) }));

it.each<[string, Script["userinfo"]]>([
  ["that refuses the token", () => ({ status: 401, headers: { "www-authenticate": 'Bearer error="invalid_token"' } })],
  ["that is out of order", () => ({ status: 500 })],
  ["that answers HTML", () => ({ html: "<p>no</p>" })],
  ["without a sub", () => ({ json: { name: "Kto Inny" } })],
])("Userinfo %s isn't used, and the ID token serves", async (_name, userinfo) => {
  const { accepted, browser } = await attempt({ userinfo });
  expect(accepted).toBe(true);
  expect((await browser.get("/profile")).text).not.toContain("Kto Inny");
});

it("A token endpoint that writes null for what it doesn't issue signs in", () =>
  expectAccepted({ token: (t) => ({ json: { ...t, refresh_token: "", expires_in: null, scope: null } }) }));

it.each<[string, Script["token"], number]>([
  ["that is out of order", () => ({ status: 500 }), 503],
  ["that answers HTML", () => ({ html: "<h1>Gateway</h1>" }), 503],
  ["that never answers", () => ({ hang: true }), 503],
  ["that redirects", () => ({ status: 302, headers: { location: "https://evil.example" } }), 503],
  ["that finds the code used", () => ({ status: 400, json: { error: "invalid_grant" } }), 400],
  ["that issues another kind of token", (t) => ({ json: { ...t, token_type: "DPoP" } }), 502],
  ["that issues no access token", (t) => ({ json: { ...t, access_token: undefined } }), 502],
  ["that issues an access token of null", (t) => ({ json: { ...t, access_token: null } }), 502],
  ["that issues an ID token of null", (t) => ({ json: { ...t, id_token: null } }), 502],
  ["that answers two megabytes", (t) => ({ json: { ...t, filler: "x".repeat(2_000_000) } }), 503],
])("A token endpoint %s leaves nobody signed in", async (_name, token, status) => {
  const { page, accepted } = await attempt({ token });
  expect(accepted).toBe(false);
  expectAnswer(page, status, "Zaloguj się ponownie");
  expect(world.backend.seen).toEqual([]);
});

const altered = (change: (query: URLSearchParams) => void): Script["authorization"] => {
  return (truth) => {
    const query = new URLSearchParams(truth);
    change(query);
    return query;
  };
};

it("An authorization response without a promised iss is refused", () =>
  expectRefused({ authorization: altered((query) => query.delete("iss")) }));
it("An authorization response with another iss is refused before its code", async () => {
  await expectRefused({ authorization: altered((query) => query.set("iss", "https://evil.example")) });
  expect(world.provider.callsTo("/token")).toEqual([]);
});

it.each(["code", "state", "iss", "error"])(
  "An authorization response with %s twice never reaches the token endpoint",
  async (name) => {
    const { page, accepted } = await attempt({ authorization: altered((query) => query.append(name, "twice")) });
    if (name === "error") {
      expect(page.url.pathname).toBe("/error");
    } else {
      expect(page.status).toBe(400);
      expect(heading(page)).toBe("Zacznij logowanie od nowa");
    }
    expect(accepted).toBe(false);
    expect(world.provider.callsTo("/token")).toEqual([]);
  },
);

it.each([
  ["without state", (query: URLSearchParams) => query.delete("state")],
  ["with an unknown state", (query: URLSearchParams) => query.set("state", "never-seen")],
  ["without a code", (query: URLSearchParams) => query.delete("code")],
])("An authorization response %s is a page to start again from", async (_name, change) => {
  const { page, accepted } = await attempt({ authorization: altered(change) });
  expect(page.status).toBe(400);
  expect(heading(page)).toBe("Zacznij logowanie od nowa");
  expect(page.text).toContain("Zaloguj się ponownie");
  expect(accepted).toBe(false);
  expect(world.provider.callsTo("/token")).toEqual([]);
  expect(world.provider.callsTo("/authorize")).toHaveLength(1);
});

it.each([true, false])("An authorization error (state known: %s) is a Polish error page", async (known) => {
  const description = '<script>alert("ą")</script>';
  const { page, accepted } = await attempt({
    authorization: (truth) => {
      const query = new URLSearchParams({
        error: "access_denied",
        error_description: description,
        iss: world.provider.issuer,
      });
      if (known) query.set("state", truth.get("state") as string);
      return query;
    },
  });
  expect(page.url.pathname).toBe("/error");
  expect(page.url.searchParams.get("title")).toBe("Nie udało się zalogować");
  expect(page.text).toContain("Logowanie przerwano");
  expect(page.text).toContain("&lt;script&gt;alert");
  expect(page.text).not.toContain("<script>alert");
  expect(accepted).toBe(false);
  expect(world.provider.callsTo("/authorize")).toHaveLength(1);
});

it.each([
  ["access_denied", "/sellers?q=%C5%82&page=2"],
  ["login_required", "/en-US/sellers?q=lodz"],
  ["server_error", `/sellers?q=${"x".repeat(400)}`],
])("The error %s leads back to the page first asked for after a sign-in", async (error, path) => {
  world.provider.script = {
    authorization: (truth) => new URLSearchParams({ error, state: truth.get("state") as string }),
  };
  const browser = world.browser();
  const page = await browser.get(path);
  expect(page.url.pathname).toMatch(/\/error$/);
  world.provider.script = {};
  const again = page.attribute('main a[href*="/auth/login"]', "href") as string;
  expect((await browser.get(again)).path).toBe(path);
});

it.each<[string, Script]>([
  [
    "that the person cancels",
    {
      authorization: (truth) => new URLSearchParams({ error: "access_denied", state: truth.get("state") as string }),
    },
  ],
  ["whose tokens are refused", withClaims(() => ({ iss: undefined }))],
])("After a sign-in %s the next one asks who signs in, too", async (_name, script) => {
  world.provider.script = script;
  const page = await world.browser().get("/auth/login?prompt=login&returnTo=%2Fprofile");
  const again = new URLSearchParams(page.hrefOf(/^Zaloguj się/)?.split("?")[1]);
  expect(Object.fromEntries(again)).toEqual({ prompt: "login", returnTo: "/profile" });
});

it.each([
  ["once", 1, "/profile?a=1"],
  ["without end", 9, "/error"],
])("A login page that was open for too long, %s, begins the sign-in again", async (_name, times, end) => {
  const browser = world.browser();
  const expired = (truth: URLSearchParams) => {
    const error = { error: "temporarily_unavailable", error_description: "authentication_expired" };
    return new URLSearchParams({ ...error, state: truth.get("state") as string });
  };
  let left = times;
  world.provider.script = { authorization: (truth) => (left-- > 0 ? expired(truth) : truth) };
  const page = await browser.get("/auth/login?prompt=login&returnTo=%2Fprofile%3Fa%3D1");
  expect(page.url.pathname + (end === "/error" ? "" : page.url.search)).toBe(end);
  // The second attempt asks who signs in as well, because somebody else may sit at the page.
  const asked = world.provider.callsTo("/authorize").map(({ query }) => query.get("prompt"));
  expect(asked).toEqual(["login", "login"]);
});

it("A login page open for too long is an error where nobody began a sign-in", async () => {
  const query = "error=temporarily_unavailable&error_description=authentication_expired&state=never-begun";
  expect((await world.browser().get(`/auth?${query}`)).url.pathname).toBe("/error");
  expect(world.provider.callsTo("/authorize")).toEqual([]);
});

it("An error of our own sign-in is logged by its code and Entra's number", async () => {
  const refused = (state: string | undefined) => (truth: URLSearchParams) =>
    new URLSearchParams({
      error: state ?? "access_denied",
      error_description: "AADSTS50105: The signed in user 'anna@example.pl' is not assigned",
      state: state ?? (truth.get("state") as string),
    });
  await attempt({ authorization: refused("never-begun") });
  await attempt({ authorization: refused(undefined) });
  await expect.poll(() => world.logs()).toContain("access_denied AADSTS50105");
  expect(world.logs()).not.toMatch(/never-begun|anna@example\.pl|is not assigned/);
});

it("An error description is capped and loses its control characters", async () => {
  const page = await world
    .browser()
    .get(`/auth?error=server_error&error_description=${encodeURIComponent(`a\r\n\u202e${"x".repeat(5000)}`)}`);
  const message = page.url.searchParams.get("message") ?? "";
  expect(message.length).toBeLessThan(500);
  expect(message).not.toMatch(/[\r\n\u202e]/);
});

it("A callback opened twice reaches the token endpoint once", async () => {
  const browser = world.browser();
  const callback = await world.callbackUrl(browser, "/profile?from=mail");
  const before = browser.cookieHeader;
  expect((await browser.get(callback.href)).path).toBe("/profile?from=mail");
  // The second request still has the cookie that the first answer deleted, as two tabs that open at
  // the same moment have.
  const session = browser.cookie("session");
  const again = await world.browser().send("GET", callback.pathname + callback.search, {
    headers: { cookie: `${before}; session=${session}`, accept: "text/html" },
    follow: false,
  });
  expect(again.status).toBe(302);
  expect(again.location).toBe("/profile?from=mail");
  expect(world.provider.callsTo("/token")).toHaveLength(1);
});

it("A callback opened in another browser signs nobody in", async () => {
  const callback = await world.callbackUrl(world.browser());
  const thief = world.browser();
  const page = await thief.get(callback.href);
  expect(page.status).toBe(400);
  expect(await thief.isSignedIn()).toBe(false);
  expect(world.provider.callsTo("/token")).toEqual([]);
});

it("A callback 16 minutes after its sign-in began is a page to start again", async () => {
  const browser = world.browser();
  const callback = await world.callbackUrl(browser, "/sellers?q=%C5%82");
  const { db } = await openDatabase(world.env.DATABASE_URL as string, { warn: () => undefined });
  await sql`update sign_ins set started_at = started_at - ${16 * 60_000}`.execute(db);
  await db.destroy();
  const page = await browser.get(callback.href);
  expect(page.status).toBe(400);
  expect(heading(page)).toBe("Zacznij logowanie od nowa");
  const again = page.attribute("main a[href*='/auth/login']", "href") ?? "";
  expect(new URL(again.replaceAll("&amp;", "&"), world.appUrl).searchParams.get("returnTo")).toBe("/sellers?q=%C5%82");
  expect(world.provider.callsTo("/token")).toEqual([]);
});

/** How many codes of one address are exchanged at once (exchange-slots.server.ts). */
const AT_ONCE = 96;

/** Begins a sign-in, and makes up an answer to it. */
async function madeUp() {
  const browser = world.browser();
  const login = await browser.get("/auth/login", { follow: false });
  const state = new URL(login.location).searchParams.get("state");
  const path = `/auth?code=made-up&iss=${world.provider.issuer}&state=${state}`;
  return () => browser.get(path, { headers: { "x-forwarded-for": "198.51.100.9, 203.0.113.1" } });
}

it("Made-up answers at a slow provider keep nobody from signing in", async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  world.provider.script = {
    token: async (truth) => {
      if (truth.error) await released;
      return { status: truth.error ? 400 : 200, json: truth };
    },
  };
  const begun = await Promise.all(Array.from({ length: 150 }, madeUp));
  const answers = begun.map((open) => open());
  await expect.poll(() => world.provider.callsTo("/token").length).toBeGreaterThanOrEqual(AT_ONCE);
  const browser = world.browser();
  const callback = await world.callbackUrl(browser);
  const signedIn = await browser.get(callback.href, { headers: { "x-forwarded-for": "198.51.100.9, 198.51.100.1" } });
  expect(signedIn.path).toBe("/profile");
  release();
  await Promise.all(answers);
});

it("Twelve tabs restored at once all reach their pages by one cookie", async () => {
  const callbacks: URL[] = [];
  let browser = world.browser();
  for (let tab = 0; tab < 12; tab += 1) {
    browser = world.browser();
    callbacks.push(await world.callbackUrl(browser, `/profile?tab=${tab}`));
  }
  expect(browser.cookieHeader).toContain("sign-in=");
  const again = await browser.get((callbacks[1] as URL).href, { follow: false });
  expect(again.location).toBe("/auth/login?again=1&returnTo=%2Fprofile%3Ftab%3D1");
  for (const [tab, callback] of callbacks.entries()) {
    expect((await browser.get(callback.href)).path).toBe(`/profile?tab=${tab}`);
  }
  expect(await browser.isSignedIn()).toBe(true);
  expect(browser.cookieHeader).not.toContain("sign-in=");
});

it("A sign-in that loses its cookies is begun once more, not a third time", async () => {
  const browser = world.browser();
  const lose = () => browser.setCookie("sign-in", randomBytes(32).toString("base64url"));
  const callback = await world.callbackUrl(browser, "/profile?a=1");
  lose();
  const again = await browser.get(callback.href, { follow: false });
  expect(again.location).toBe("/auth/login?again=1&returnTo=%2Fprofile%3Fa%3D1");
  const login = await browser.get(again.location, { follow: false });
  const provider = await browser.get(login.location, { follow: false });
  lose();
  const page = await browser.get(provider.location, { follow: false });
  expect([page.status, heading(page)]).toEqual([400, "Zacznij logowanie od nowa"]);
  expect(world.provider.callsTo("/token")).toEqual([]);
});

it.each([
  ["in a row", false],
  ["at once", true],
])("Sixty sign-ins abandoned %s leave cookies that a server still takes", async (_name, atOnce) => {
  const browser = world.browser();
  const begin = () => browser.get(`/auth/login?returnTo=/sellers?q=${"x".repeat(240)}`, { follow: false });
  if (atOnce) await Promise.all(Array.from({ length: 60 }, begin));
  else for (let attempts = 0; attempts < 60; attempts++) await begin();
  expect(browser.cookieHeader.length).toBeLessThan(500);
  expect((await browser.get("/profile")).path).toBe("/profile");
});

it("A sign-in is not disturbed by cookies planted beside its own", async () => {
  const browser = world.browser();
  for (const [name, value] of [
    ["attempt:1", "state=planted&planted=verifier"],
    ["oauth2:1", "state=planted&planted=verifier"],
    ["sign-in", "x".repeat(3000)],
    ["__Host-sign-in", "A".repeat(43)],
  ] as const) {
    browser.setCookie(name, value);
  }
  const planted = await browser.get("/auth?code=stolen&state=planted");
  expect(planted.status).toBe(400);
  expect(world.provider.callsTo("/token")).toEqual([]);
  expect((await browser.get("/profile")).path).toBe("/profile");
});

it.each([
  ["/sellers", "pl"],
  ["/en-US/sellers", "en-US"],
])("The authorization request names the language of %s", async (path, language) => {
  await world.browser().get(path);
  const [asked] = world.provider.callsTo("/authorize");
  expect(asked?.query.get("ui_locales")).toBe(language);
});

it("The authorization request has PKCE S256, state, nonce and no secret", async () => {
  const browser = world.browser();
  const login = await browser.get("/auth/login", { follow: false });
  const asked = new URL(login.location);
  expect(Object.fromEntries(asked.searchParams)).toMatchObject({
    response_type: "code",
    response_mode: "query",
    client_id: "panel",
    redirect_uri: `${world.appUrl}/auth`,
    code_challenge_method: "S256",
    scope: "openid profile email offline_access",
  });
  expect(asked.searchParams.get("code_challenge")).toMatch(/^[\w-]{43}$/);
  expect(asked.searchParams.get("state")).toMatch(/^[\w-]{43}$/);
  expect(asked.searchParams.get("nonce")).toMatch(/^[\w-]{43}$/);
  expect(asked.searchParams.has("audience")).toBe(false);
  expect(asked.href).not.toContain(world.provider.clientSecret);
  const again = await browser.get("/auth/login", { follow: false });
  const next = new URL(again.location);
  for (const name of ["state", "nonce", "code_challenge"]) {
    expect(next.searchParams.get(name)).not.toBe(asked.searchParams.get(name));
  }
});

it("The code is exchanged with Basic authentication and the verifier", async () => {
  await world.signedIn();
  const [call] = world.provider.callsTo("/token");
  expect(call?.headers.authorization).toMatch(/^Basic /);
  expect(call?.body.get("client_secret")).toBeNull();
  expect(call?.body.get("code_verifier")).toMatch(/^[\w-]{43,}$/);
  expect(call?.body.get("redirect_uri")).toBe(`${world.appUrl}/auth`);
});

it("Keys that have rotated are fetched once more, and the code used once", async () => {
  // An unknown kid makes the app fetch the keys once in 15 s, which tests above have used up.
  await world.pass(120_000);
  await expectAccepted({});
  await world.provider.rotateKeys();
  world.provider.calls = [];
  await expectAccepted({});
  expect(world.provider.callsTo("/keys")).toHaveLength(1);
  expect(world.provider.callsTo("/token")).toHaveLength(1);
});

it("Without the provider's keys nobody is signed in", async () => {
  await world.provider.rotateKeys();
  const { page, accepted } = await attempt({ keys: () => ({ status: 500 }) });
  expect(accepted).toBe(false);
  expect([502, 503]).toContain(page.status);
});

it("An ID token without a kid is refused where there are two keys", async () => {
  await world.provider.rotateKeys();
  await world.provider.addKey();
  await expectRefused(withKid(undefined));
  expect((await world.browser().get("/healthz")).status).toBe(200);
});
