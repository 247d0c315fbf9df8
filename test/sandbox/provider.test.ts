import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createRemoteJWKSet, decodeJwt, jwtVerify } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { RelyingParty } from "./relying-party";
import { accounts, type Sandbox, startSandbox } from "./sandbox";
import { Visitor } from "./visitor";

vi.setConfig({ testTimeout: 30_000 });

const logoutTokens: string[] = [];
let app: Server;
let appUrl: string;
let sandbox: Sandbox;

beforeAll(async () => {
  app = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      const token = new URLSearchParams(body).get("logout_token");
      if (request.url === "/auth/backchannel-logout" && token) logoutTokens.push(token);
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => app.listen(0, "127.0.0.1", resolve));
  appUrl = `http://127.0.0.1:${(app.address() as AddressInfo).port}`;
  sandbox = await startSandbox({ appUrl });
}, 60_000);

afterAll(async () => {
  await sandbox?.close();
  app?.closeAllConnections();
  app?.close();
});

beforeEach(() => {
  logoutTokens.length = 0;
  sandbox.control.clearFaults();
  sandbox.control.clearRequests();
  sandbox.control.config({ accessTokenSeconds: 3600, refresh: true });
});

const party = (visitor?: Visitor) => new RelyingParty(sandbox, `${appUrl}/auth`, visitor);

describe("Signing in", () => {
  it("The form leads to tokens about the person", async () => {
    const tokens = await party().signIn(accounts.listed);
    const keys = createRemoteJWKSet(new URL(`${sandbox.issuer}/jwks`));
    const id = await jwtVerify(tokens.id_token, keys, { issuer: sandbox.issuer, audience: "panel" });
    expect(id.payload).toMatchObject({
      sub: accounts.listed.sub,
      name: "Łukasz Żółkiewski",
      email: "lukasz.zolkiewski@example.pl",
      nonce: "nonce",
    });
    expect(id.payload.sid).toEqual(expect.any(String));
    const access = await jwtVerify(tokens.access_token, keys, { issuer: sandbox.issuer, audience: "urn:panel:api" });
    expect(access.protectedHeader).toMatchObject({ alg: "RS256", typ: "at+jwt" });
    expect(access.payload.sub).toBe(accounts.listed.sub);
    expect(tokens.refresh_token).toEqual(expect.any(String));

    const userinfo = await fetch(`${sandbox.issuer}/me`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    expect(await userinfo.json()).toMatchObject({ sub: accounts.listed.sub, email: "lukasz.zolkiewski@example.pl" });
  });

  it("The form is Polish and says what was wrong, keeping the login", async () => {
    const { visitor, ...start } = { visitor: new Visitor(), ...party().authorizationUrl() };
    const { response, url } = await visitor.follow(start.url, (next) => next.origin === sandbox.issuer);
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
    const form = await response.text();
    expect(form).toContain("Zaloguj się");
    expect(form).toContain('name="login"');
    expect(form).not.toContain("<script");

    const refused = await visitor.post(url, { login: '"><b>anna', password: "zle" });
    const page = await refused.text();
    expect(page).toContain("Nieprawidłowy login lub hasło");
    expect(page).toContain('value="&#34;&#62;&#60;b&#62;anna"');
    expect(page).not.toContain("<b>anna");
    expect(refused.headers.get("location")).toBeNull();
  });

  it("A second sign-in goes without the form and names the issuer", async () => {
    const visitor = new Visitor();
    await party(visitor).signIn(accounts.franchisee);
    const { url } = party(visitor).authorizationUrl({ prompt: "none" });
    const back = (await visitor.follow(url, (next) => next.origin === sandbox.issuer)).url;
    expect(back.searchParams.get("iss")).toBe(sandbox.issuer);
    expect(back.searchParams.get("code")).toEqual(expect.any(String));
    expect(back.searchParams.get("state")).toBe("state");
  });

  it("A request with prompt=none gets login_required without a sign-in", async () => {
    const visitor = new Visitor();
    const { url } = party(visitor).authorizationUrl({ prompt: "none" });
    const back = (await visitor.follow(url, (next) => next.origin === sandbox.issuer)).url;
    expect(back.searchParams.get("error")).toBe("login_required");
  });

  it("A sign-in needs PKCE and a registered redirect URI", async () => {
    const visitor = new Visitor();
    const plain = party(visitor).authorizationUrl();
    plain.url.searchParams.delete("code_challenge");
    plain.url.searchParams.delete("code_challenge_method");
    const back = (await visitor.follow(plain.url, (next) => next.origin === sandbox.issuer)).url;
    expect(back.searchParams.get("error")).toBe("invalid_request");

    const { url } = party(visitor).authorizationUrl({ redirect_uri: "https://evil.example/auth" });
    const elsewhere = await visitor.get(url);
    expect(elsewhere.status).toBe(400);
    expect(elsewhere.headers.get("location")).toBeNull();
  });

  it("The public client is served too", async () => {
    const visitor = new Visitor();
    const { url, verifier } = party(visitor).authorizationUrl({ client_id: "panel-public" });
    const back = await visitor.signIn(url, sandbox.issuer, accounts.franchisee);
    const response = await fetch(`${sandbox.issuer}/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "authorization_code",
        client_id: "panel-public",
        code: back.searchParams.get("code") ?? "",
        redirect_uri: `${appUrl}/auth`,
        code_verifier: verifier,
      }),
    });
    expect(response.status).toBe(200);
  });

  it("No cookie of the provider looks like one of the app's", async () => {
    const visitor = new Visitor();
    const names: string[] = [];
    const { response } = await visitor.follow(party(visitor).authorizationUrl().url, (next) => {
      return next.origin === sandbox.issuer;
    });
    const start = await new Visitor().get(party().authorizationUrl().url);
    for (const line of [...response.headers.getSetCookie(), ...start.headers.getSetCookie()]) {
      names.push(line.slice(0, line.indexOf("=")));
    }
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) expect(name).toMatch(/^sandbox_op_/);
  });
});

describe("Refresh tokens", () => {
  it("A refresh token rotates, and a second use ends the grant", async () => {
    const rp = party();
    const first = await rp.signIn(accounts.franchisee);
    const second = await (await rp.refresh(first.refresh_token as string)).json();
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(decodeJwt(second.id_token).sub).toBe(accounts.franchisee.sub);
    const third = await (await rp.refresh(second.refresh_token)).json();
    expect(third.access_token).toEqual(expect.any(String));

    const reused = await rp.refresh(first.refresh_token as string);
    expect([reused.status, (await reused.json()).error]).toEqual([400, "invalid_grant"]);
    expect((await rp.refresh(third.refresh_token)).status).toBe(400);
  });

  it("A refresh token isn't given without offline_access or when turned off", async () => {
    const online = await party().signIn(accounts.franchisee, { scope: "openid profile email" });
    expect(online.refresh_token).toBeUndefined();
    sandbox.control.config({ refresh: false, accessTokenSeconds: 7 });
    const short = await party().signIn(accounts.franchisee);
    expect(short.refresh_token).toBeUndefined();
    expect(short.expires_in).toBe(7);
  });

  it("A refresh token can be revoked by the client and by control", async () => {
    const rp = party();
    const own = await rp.signIn(accounts.franchisee);
    expect((await rp.revoke(own.refresh_token as string)).status).toBe(200);
    expect((await rp.refresh(own.refresh_token as string)).status).toBe(400);

    const killed = await rp.signIn(accounts.franchisee);
    expect(await sandbox.control.revoke(accounts.franchisee.login)).toBeGreaterThan(0);
    expect((await rp.refresh(killed.refresh_token as string)).status).toBe(400);
    expect((await rp.signIn(accounts.franchisee)).refresh_token).toEqual(expect.any(String));
  });
});

describe("Signing out", () => {
  const endSession = (params: Record<string, string>) => `${sandbox.issuer}/session/end?${new URLSearchParams(params)}`;

  it("A valid hint signs out without a question and tells the app", async () => {
    const visitor = new Visitor();
    const rp = party(visitor);
    const tokens = await rp.signIn(accounts.franchisee);
    const out = await visitor.get(
      endSession({
        id_token_hint: tokens.id_token,
        post_logout_redirect_uri: `${appUrl}/auth/signed-out`,
        state: "s1",
      }),
    );
    expect(out.status).toBe(303);
    expect(out.headers.get("location")).toBe(`${appUrl}/auth/signed-out?state=s1`);
    expect(visitor.cookies.get(new URL(sandbox.issuer), "sandbox_op_session")).toBeUndefined();
    expect(logoutTokens).toHaveLength(1);
    expect(decodeJwt(logoutTokens[0] as string)).toMatchObject({
      sub: accounts.franchisee.sub,
      sid: decodeJwt(tokens.id_token).sid,
      aud: "panel",
      events: { "http://schemas.openid.net/event/backchannel-logout": {} },
    });

    const again = await visitor.get(endSession({ id_token_hint: tokens.id_token }));
    expect(again.headers.get("location")).toBe(`${sandbox.issuer}/session/end/success`);
    const { url } = rp.authorizationUrl({ prompt: "none" });
    const back = (await visitor.follow(url, (next) => next.origin === sandbox.issuer)).url;
    expect(back.searchParams.get("error")).toBe("login_required");
  });

  it("A missing or foreign hint leads to a question", async () => {
    const visitor = new Visitor();
    await party(visitor).signIn(accounts.franchisee);
    const other = await party().signIn(accounts.listed);
    for (const params of [{ client_id: "panel" }, { id_token_hint: other.id_token }] as Record<string, string>[]) {
      const question = await visitor.get(endSession(params));
      expect(question.status).toBe(200);
      expect(await question.text()).toContain("Czy chcesz się wylogować?");
    }
    const question = await (await visitor.get(endSession({ client_id: "panel" }))).text();
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(question)?.[1] as string;
    const done = await visitor.post(`${sandbox.issuer}/session/end/confirm`, { xsrf, logout: "yes" });
    expect(done.headers.get("location")).toBe(`${sandbox.issuer}/session/end/success`);
    expect(await (await visitor.get(`${sandbox.issuer}/session/end/success`)).text()).toContain("Wylogowano");
  });

  it("An unregistered address to return to is refused", async () => {
    const visitor = new Visitor();
    const { id_token } = await party(visitor).signIn(accounts.franchisee);
    const out = await visitor.get(
      endSession({ id_token_hint: id_token, post_logout_redirect_uri: "https://evil.example/" }),
    );
    expect(out.status).toBe(400);
    expect(out.headers.get("location")).toBeNull();
  });

  it("Control can sign a person out with back-channel logout", async () => {
    const visitor = new Visitor();
    const tokens = await party(visitor).signIn(accounts.imageless);
    expect(await sandbox.control.endSession(accounts.imageless.login)).toBe(1);
    expect(logoutTokens.map((token) => decodeJwt(token).sid)).toEqual([decodeJwt(tokens.id_token).sid]);
    const { url } = party(visitor).authorizationUrl({ prompt: "none" });
    const back = (await visitor.follow(url, (next) => next.origin === sandbox.issuer)).url;
    expect(back.searchParams.get("error")).toBe("login_required");
  });
});
