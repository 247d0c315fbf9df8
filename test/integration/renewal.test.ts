import { parse } from "node-html-parser";
import { expect, inject, it, onTestFinished } from "vitest";
import type { BrowserSession } from "../support/browser-session";
import type { Page } from "../support/page";
import { createDatabase } from "../support/postgres";
import { giveHostileWorld, HostileWorld, heading } from "./support/hostile-world";
import { type Answer, FORGERIES, type Json, now, type Script } from "./support/misbehaving-provider";

// PostgreSQL, because an SQLite file can't be shared by replicas.
const DATABASE_URL = await createDatabase(inject("postgresPort"));
const world = await giveHostileWorld(
  HostileWorld.start({ OIDC_AUDIENCE: "https://sellers.example/api", DATABASE_URL }),
);
const replica = await world.run();

/** Signs in, and waits until the access token expires in less than a minute. */
async function withAgedToken({ expired = false } = {}): Promise<BrowserSession> {
  world.provider.lifetime = expired ? 1 : 62;
  const browser = await world.signedIn();
  await world.pass(expired ? 1_100 : 2_100);
  world.provider.lifetime = 3600;
  world.provider.calls = [];
  world.backend.seen.length = 0;
  return browser;
}

const renewals = () =>
  world.provider.callsTo("/token").filter(({ body }) => body.get("grant_type") === "refresh_token");
const onRenewal =
  (answer: (truth: Json) => Answer | Promise<Answer>): Script["token"] =>
  (truth, asked) =>
    asked.get("grant_type") === "refresh_token" ? answer(truth) : { json: truth };

const revoked = () => world.provider.callsTo("/revoke").map(({ body }) => body.get("token"));

/** The outcome of a renewal in the hidden frame. */
const outcomeOf = (frame: Page) => frame.attribute("html", "data-renewal");

/** Opens a page in another tab of the browser. @returns the first answer */
function visit(browser: BrowserSession, path: string, at = world.appUrl): Promise<Page> {
  const headers = { cookie: `session=${browser.cookie("session")}`, accept: "text/html" };
  return world.browser(at).send("GET", path, { headers, follow: false });
}

it("A token about to expire is renewed by one call of two replicas", async () => {
  for (const expired of [false, true]) {
    const browser = await withAgedToken({ expired });
    let arrived: Promise<unknown> | undefined;
    world.provider.script = {
      token: async (truth) => {
        await arrived;
        return { json: truth };
      },
    };
    const visits = Array.from({ length: 40 }, (_, index) =>
      visit(browser, "/sellers", [world.appUrl, replica.url][index % 2]),
    );
    // Sent after the visits: once these are answered, the visits have arrived, too.
    arrived = Promise.all([world.appUrl, replica.url].map((url) => fetch(`${url}/healthz`)));
    const answers = await Promise.all(visits);
    expect(answers.map(({ status, location }) => location || status)).toEqual(Array(40).fill(200));
    expect(renewals()).toHaveLength(1);
    if (expired) expect(new Set(world.tokensSeen()).size).toBe(1);
    world.provider.script = {};
  }
});

it.each([
  ["the latest refresh token", true, 3],
  ["the first one where none follows it", false, 1],
])("A token is renewed again and again by %s", async (_which, rotate, count) => {
  const browser = await withAgedToken({ expired: true });
  world.provider.rotate = rotate;
  world.provider.lifetime = 1;
  for (let round = 1; round <= 3; round++) {
    expect((await browser.get("/profile")).status).toBe(200);
    await world.pass(1_100);
  }
  expect(renewals()).toHaveLength(3);
  expect(new Set(renewals().map(({ body }) => body.get("refresh_token"))).size).toBe(count);
});

it("A token is renewed by the hidden frame's page, which says for how long", async () => {
  const browser = await withAgedToken();
  const frame = await browser.get("/auth/silent-renew");
  expect(outcomeOf(frame)).toBe("renewed");
  expect(Number(frame.attribute("html", "data-renew-in"))).toBeGreaterThan(3500);
  expect(renewals()).toHaveLength(1);
  await browser.get("/auth/silent-renew");
  expect(renewals()).toHaveLength(1);
  expect(frame.headers.get("x-frame-options")).toBe("SAMEORIGIN");
  expect(frame.headers.get("content-security-policy")).toContain("frame-ancestors 'self'");
  expect((await browser.get("/profile")).headers.get("x-frame-options")).toBe("DENY");
});

it.each([400, 401])("A refresh token dead by %i ends the session with one redirect", async (status) => {
  const browser = await withAgedToken();
  world.provider.script = { token: onRenewal(() => ({ status, json: { error: "invalid_grant" } })) };
  const answers = await Promise.all(Array.from({ length: 20 }, () => visit(browser, "/sellers?q=a")));
  for (const answer of answers) {
    expect(answer.status).toBe(302);
    expect(answer.location).toBe("/auth/login?returnTo=%2Fsellers%3Fq%3Da");
    expect(answer.headers.get("clear-site-data")).toBe('"storage"');
  }
  expect(renewals()).toHaveLength(1);
  expect(await browser.isSignedIn()).toBe(false);
});

const refusals: [string, Answer][] = [
  ["a bare 400, as by Glewlwyd", { status: 400 }],
  ["400 invalid_request, as by LemonLDAP::NG", { status: 400, json: { error: "invalid_request" } }],
  ["403 and a page", { status: 403, html: "<h1>Forbidden</h1>" }],
  ["404", { status: 404, json: { error: "not_found" } }],
  ["401 invalid_token, as by UAA", { status: 401, json: { error: "invalid_token" } }],
];

it.each(refusals)("A refusal by %s leads to sign-in once the access token is over", async (_name, answer) => {
  const browser = await withAgedToken({ expired: true });
  world.provider.script = { token: onRenewal(() => answer) };
  const page = await browser.get("/sellers?q=a", { follow: false });
  expect(page.location).toBe("/auth/login?returnTo=%2Fsellers%3Fq%3Da");
  expect(await browser.isSignedIn()).toBe(false);
  expect(renewals()).toHaveLength(1);
});

it.each(refusals)("A refusal by %s ends nothing while the access token is good", async (_name, answer) => {
  const browser = await withAgedToken();
  world.provider.script = { token: onRenewal(() => answer) };
  expect((await browser.get("/profile", { follow: false })).status).toBe(200);
  expect(await browser.isSignedIn()).toBe(true);
});

it("A refusal in the hidden frame ends a session whose token is over", async () => {
  const browser = await withAgedToken({ expired: true });
  world.provider.script = { token: onRenewal(() => ({ status: 400 })) };
  const frame = await browser.get("/auth/silent-renew");
  expect(outcomeOf(frame)).toBe("ended");
  expect(await browser.isSignedIn()).toBe(false);
});

const later = "System logowania nie odpowiada";
const misconfigured = "System logowania nie rozpoznaje tego panelu";

it.each<[string, Answer, string]>([
  ["408", { status: 408 }, later],
  ["429", { status: 429, headers: { "retry-after": "60" } }, later],
  ["503", { status: 503 }, later],
  ["401 with a challenge", { status: 401, headers: { "www-authenticate": 'Basic realm="token"' } }, misconfigured],
  ["400 invalid_client", { status: 400, json: { error: "invalid_client" } }, misconfigured],
  ["400 unauthorized_client", { status: 400, json: { error: "unauthorized_client" } }, misconfigured],
])("A provider's answer %s ends no session and offers to sign in again", async (_name, answer, says) => {
  const browser = await withAgedToken({ expired: true });
  world.provider.script = { token: onRenewal(() => answer) };
  const page = await browser.get("/sellers?q=a");
  expect(page.status).toBe(503);
  expect([later, misconfigured].filter((message) => page.text.includes(message))).toEqual([says]);
  expect(page.hrefOf("Zaloguj się ponownie")).toBe("/auth/login?returnTo=%2Fsellers%3Fq%3Da");
  expect(page.hrefOf("Wyloguj się")).toBe("/auth/logout");
  expect(await browser.isSignedIn()).toBe(true);
  world.provider.script = {};
  expect((await browser.follow(page, "Zaloguj się ponownie")).path).toBe("/sellers?q=a");
});

it("A refusal on a call that a backend refused is that call's 401", async () => {
  const browser = await world.signedIn();
  world.provider.script = { token: onRenewal(() => ({ status: 400 })) };
  world.backendStatus = 401;
  expect((await browser.get("/sellers")).url.pathname).toBe("/error/401");
});

it.each<[string, (claims: Json) => Json]>([
  ["of another sub", (claims) => ({ ...claims, sub: "somebody-else" })],
  ["of another iss", (claims) => ({ ...claims, iss: "https://evil.example" })],
  ["for another client", (claims) => ({ ...claims, aud: "other" })],
])("A renewed ID token %s ends the session", async (_name, claims) => {
  const browser = await withAgedToken({ expired: true });
  world.provider.script = { idToken: { claims } };
  const page = await browser.get("/profile", { follow: false });
  expect(page.location).toMatch(/^\/auth\/login/);
  expect(await browser.isSignedIn()).toBe(false);
  expect(world.backend.seen).toEqual([]);
});

it.each<[string, Script["idToken"]]>([
  ...FORGERIES,
  ["that expired long ago", { claims: (claims) => ({ ...claims, exp: now() - 3600 }) }],
  ["from the future", { claims: (claims) => ({ ...claims, iat: now() + 3600 }) }],
])("A renewed ID token %s is refused, and the session goes on", async (_name, idToken) => {
  const browser = await withAgedToken();
  const before = await browser.get("/profile", { follow: false });
  expect(before.status).toBe(200);
  const aged = await withAgedToken();
  world.provider.script = { idToken };
  expect((await aged.get("/profile", { follow: false })).status).toBe(200);
  expect(await aged.isSignedIn()).toBe(true);
  const shown = new Set(world.tokensSeen());
  expect(shown.size).toBe(1);
});

it("A renewed ID token whose optional claims are null renews", async () => {
  const browser = await withAgedToken({ expired: true });
  const nulls = { nonce: null, at_hash: null, azp: null, auth_time: null, nbf: null };
  world.provider.script = { idToken: { claims: (claims) => ({ ...claims, ...nulls }) } };
  expect((await browser.get("/profile", { follow: false })).status).toBe(200);
  expect(await browser.isSignedIn()).toBe(true);
});

it("A renewed ID token that isn't there is no fault", async () => {
  const browser = await withAgedToken({ expired: true });
  world.provider.script = { token: onRenewal((truth) => ({ json: { ...truth, id_token: undefined } })) };
  expect((await browser.get("/profile")).status).toBe(200);
  const out = await browser.signOut();
  expect(out.location).toContain("id_token_hint=");
});

it.each<[string, () => Answer]>([
  ["answers 503", () => ({ status: 503 })],
  ["answers HTML", () => ({ html: "<h1>no</h1>" })],
  ["answers without a token", () => ({ json: { token_type: "Bearer" } })],
  ["doesn't know its client any more", () => ({ status: 401, json: { error: "invalid_client" } })],
  ["never answers", () => ({ hang: true })],
])("A provider that %s ends no session while the token is good", async (_name, answer) => {
  const browser = await withAgedToken();
  world.provider.script = { token: onRenewal(answer) };
  expect((await browser.get("/profile", { follow: false })).status).toBe(200);
  // The provider's call is still open, so the page didn't wait for its end.
  if (answer().hang) expect(renewals()).toMatchObject([{ isOver: false }]);
  expect(await browser.isSignedIn()).toBe(true);
  expect((await browser.get("/profile", { follow: false })).status).toBe(200);
  expect(renewals().length).toBeLessThanOrEqual(1);
});

it("A renewal without a provider is a 503 page that keeps session and text", async () => {
  const browser = await withAgedToken();
  const fields = (await browser.get("/sellers/new")).form("main form[method=post]").fields;
  fields.set("displayName", "Żółta Łódź");
  world.provider.lifetime = 1;
  await browser.get("/auth/login?returnTo=/profile");
  await world.pass(1_100);
  world.provider.script = { token: onRenewal(() => ({ status: 503 })) };
  const page = await browser.get("/profile");
  expect([page.url.pathname, page.status, heading(page)]).toEqual(["/error/503", 503, later]);
  const posted = await browser.post("/sellers/new", fields);
  expect(posted.url.pathname).toBe("/error/503");
  expect(posted.text).toContain("Wróć do formularza");
  expect(await browser.isSignedIn()).toBe(true);

  world.provider.behave();
  await world.pass(5_100);
  const back = await browser.follow(posted, "Wróć do formularza");
  expect(back.text).toContain('value="Żółta Łódź"');
});

const noKeys: Script = { keys: () => ({ status: 500 }) };

it("A server that never had any keys spends no refresh token", async () => {
  const browser = await withAgedToken({ expired: true });
  const other = await world.run();
  world.provider.script = noKeys;
  const page = await visit(browser, "/profile", other.url);
  expect(page.location).toMatch(/^\/error\/503/);
  expect(renewals()).toEqual([]);
  await other.stop("SIGTERM");
  world.provider.script = {};
  expect((await browser.get("/profile", { follow: false })).status).toBe(200);
  expect(renewals()).toHaveLength(1);
});

/** Makes the provider hold back its tokens until `answer` is called. */
function holdTokens() {
  let answer = () => {};
  const told = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const issued: Json[] = [];
  world.provider.script = {
    token: async (truth) => {
      issued.push(truth);
      await told;
      return { json: truth };
    },
  };
  return { answer, issued };
}

it("A server that is told to stop waits for a slow provider, within limits", async () => {
  const browser = await withAgedToken({ expired: true });
  const other = await world.run();
  const { answer } = holdTokens();
  const page = visit(browser, "/profile", other.url);
  await expect.poll(() => renewals().length).toBe(1);
  const [code] = await Promise.all([other.stop("SIGTERM"), page.catch(() => undefined)]);
  // The server ended by itself; after 20 s it would have been killed.
  expect(code).toBe(0);
  answer();
});

it("A slow provider's tokens are the session's once they come", async () => {
  const browser = await withAgedToken({ expired: true });
  const { answer } = holdTokens();
  for (const _view of [1, 2]) expect((await browser.get("/profile")).url.pathname).toBe("/error/503");
  expect(renewals()).toMatchObject([{ isOver: false }]);

  answer();
  await expect.poll(async () => (await browser.get("/profile")).path).toBe("/profile");
  expect(renewals()).toHaveLength(1);
});

it("A sign-out during a renewal revokes what was issued meanwhile", async () => {
  const browser = await withAgedToken({ expired: true });
  const { answer, issued } = holdTokens();
  const tab = world.browser();
  tab.setCookie("session", browser.cookie("session") as string);
  const renewing = visit(browser, "/profile");
  await expect.poll(() => issued).toHaveLength(1);
  await browser.signOut();
  answer();
  expect((await renewing).location).toMatch(/^\/auth\/login/);
  expect(await tab.isSignedIn()).toBe(false);
  await expect.poll(revoked).toContain(issued[0]?.refresh_token);
});

it("A backend that refuses a fresh token is asked twice at most", async () => {
  const browser = await world.signedIn();
  world.provider.calls = [];
  world.backend.seen.length = 0;
  world.backendStatus = 401;
  const page = await browser.get("/sellers");
  expect(page.url.pathname).toBe("/error/401");
  expect(page.text).toContain("Zaloguj się ponownie");
  expect(renewals()).toHaveLength(1);
  expect(world.provider.callsTo("/authorize")).toEqual([]);
  expect(await browser.isSignedIn()).toBe(false);
  expect(world.backend.seen.length).toBeLessThanOrEqual(2);
  world.backendStatus = undefined;
  expect((await browser.get("/sellers")).path).toBe("/sellers");
});

it("A backend that refuses fresh tokens causes one renewal a minute", async () => {
  // The profile is cached for an hour, so that only the sellers backend answers 401.
  const other = await HostileWorld.start({ PROFILE_TTL_SECONDS: "3600" });
  onTestFinished(() => other.close());
  const browser = await other.signedIn();
  const count = () => other.provider.callsTo("/token").length - 1;
  other.backendStatus = 401;
  for (let view = 0; view < 5; view++) {
    expect(await browser.get("/")).toMatchObject({ status: 200, via: [] });
    await browser.get("/sellers/suggest?q=a");
  }
  expect(count()).toBe(1);
  await other.pass(60_100);
  expect((await browser.get("/")).status).toBe(200);
  expect(count()).toBe(2);
  expect(await browser.isSignedIn()).toBe(true);
  // The list needs the sellers, so a 401 ends the session there.
  expect((await browser.get("/sellers", { follow: false })).location).toMatch(/^\/(error\/401|auth\/login)\?/);
  expect(await browser.isSignedIn()).toBe(false);
});

const refusing = (refusal: Record<string, string>): Script => ({
  authorization: (asked) => new URLSearchParams({ ...refusal, state: asked.get("state") ?? "" }),
});

/** Signs in without a refresh token, and waits for the second half of the access token's life. */
async function withFrameToken(seconds: number): Promise<BrowserSession> {
  world.provider.refresh = false;
  world.provider.lifetime = seconds;
  const browser = await world.signedIn();
  world.provider.calls = [];
  await world.pass(seconds * 500 + 100);
  return browser;
}

it("A page of the session's last two minutes says when it ends", async () => {
  world.provider.refresh = false;
  const early = await (await world.signedIn()).get("/sellers/new");
  expect(early.text).not.toContain("Sesja wygaśnie o");
  world.provider.lifetime = 110;
  const late = await (await world.signedIn()).get("/sellers/new");
  // The parser takes the content of a <noscript> for text.
  const notice = parse(late.document.querySelector("main noscript")?.innerHTML ?? "");
  expect(notice.querySelector("[role=note]")?.text).toMatch(/^Sesja wygaśnie o\s\d\d:\d\d/);
  const link = notice.querySelectorAll("a").find(({ text }) => text.includes("Zaloguj się w nowej karcie"));
  expect([link?.getAttribute("href"), link?.getAttribute("target")]).toEqual([
    "/auth/login?returnTo=%2Fsellers%2Fnew",
    "_blank",
  ]);
});

it("The hidden frame signs in without a word, for the same session", async () => {
  const browser = await withFrameToken(30);
  const before = browser.cookie("session");
  world.provider.lifetime = 3600;
  const frame = await browser.get("/auth/silent-renew");
  const [asked] = world.provider.callsTo("/authorize");
  expect(asked?.query.get("prompt")).toBe("none");
  expect(asked?.query.get("audience")).toBe("https://sellers.example/api");
  expect(world.provider.callsTo("/token").map(({ body }) => body.has("audience"))).toEqual([false]);
  expect(asked?.query.get("redirect_uri")).toBe(`${world.appUrl}/auth/silent-renew`);
  expect(asked?.query.get("id_token_hint")).toBeTruthy();
  expect(outcomeOf(frame)).toBe("renewed");
  expect(browser.cookie("session")).toBe(before);
  expect(await browser.isSignedIn()).toBe(true);
});

it.each<[string, Script, string, boolean]>([
  [
    "somebody else's sign-in",
    { idToken: { claims: (claims) => ({ ...claims, sub: "somebody-else" }) } },
    "ended",
    false,
  ],
  // After these errors only a sign-in helps, but the session goes on until its access token expires.
  ...["login_required", "interaction_required", "consent_required", "account_selection_required"].map(
    (error): [string, Script, string, boolean] => [error, refusing({ error }), "ended", true],
  ),
  ["server_error", refusing({ error: "server_error" }), "failed", true],
  ["a forged ID token", { idToken: { signing: "stranger" } }, "failed", true],
])("The hidden frame's %s renews nothing", async (_name, script, outcome, lives) => {
  const browser = await withFrameToken(40);
  world.provider.script = script;
  const frame = await browser.get("/auth/silent-renew");
  expect(outcomeOf(frame)).toBe(outcome);
  expect(await browser.isSignedIn()).toBe(lives);
});

it("The log has why the provider refuses the hidden frame, by codes alone", async () => {
  const browser = await withFrameToken(40);
  await browser.get("/auth/silent-renew?error=written_by_anybody&state=made-up");
  const words = "AADSTS50058: anna@example.pl isn't signed in";
  world.provider.script = refusing({ error: "login_required", error_description: words });
  await browser.get("/auth/silent-renew");
  await expect.poll(() => world.logs()).toContain("login_required AADSTS50058");
  expect(world.logs()).not.toMatch(/written_by_anybody|anna@example\.pl|isn't signed in/);
});

it("Tokens for the hidden frame are revoked after a sign-out", async () => {
  const browser = await withFrameToken(60);
  const { answer, issued } = holdTokens();
  const frame = browser.get("/auth/silent-renew");
  await expect.poll(() => issued).toHaveLength(1);
  await browser.signOut();
  expect(revoked()).not.toContain(issued[0]?.access_token);
  answer();
  expect(outcomeOf(await frame)).toBe("ended");
  await expect.poll(revoked).toContain(issued[0]?.access_token);
});

it("Tokens of somebody else for the hidden frame are revoked", async () => {
  const browser = await withFrameToken(60);
  let issued: unknown;
  world.provider.script = {
    idToken: { claims: (claims) => ({ ...claims, sub: "somebody-else" }) },
    token: (truth) => {
      issued = truth.access_token;
      return { json: truth };
    },
  };
  await browser.get("/auth/silent-renew");
  await expect.poll(revoked, { timeout: 20_000 }).toEqual([issued]);
});

it("An error that belongs to no frame of this session stops no renewal", async () => {
  const browser = await world.signedIn();
  const callback = await world.callbackUrl(browser);
  for (const state of ["made-up", callback.searchParams.get("state")]) {
    const frame = await browser.get(`/auth/silent-renew?error=login_required&state=${state}`);
    expect(outcomeOf(frame)).toBe("failed");
  }
  expect(await browser.isSignedIn()).toBe(true);
});

it("The hidden frame takes no answer meant for a visible sign-in", async () => {
  const browser = await world.signedIn();
  const callback = await world.callbackUrl(browser);
  const frame = await browser.get(`/auth/silent-renew${callback.search}`);
  expect(outcomeOf(frame)).toBe("failed");
  expect(await browser.isSignedIn()).toBe(true);
  // Many providers would also end the tokens of the session that goes on.
  expect(world.provider.callsTo("/revoke")).toEqual([]);
});

it("A frame without a session gets the outcome „ended”", async () => {
  const frame = await world.browser().get("/auth/silent-renew");
  expect(outcomeOf(frame)).toBe("ended");
  expect(world.provider.calls.filter(({ path }) => path !== "/.well-known/openid-configuration")).toEqual([]);
});
