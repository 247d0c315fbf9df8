import { decodeJwt } from "jose";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { Account } from "./accounts";
import { RelyingParty } from "./relying-party";
import { accounts, type Sandbox, type StoredSeller, startSandbox } from "./sandbox";
import { seedSellers } from "./seed";
import { Visitor } from "./visitor";

/* What the app never does, so that its own tests wouldn't notice a sandbox that let it pass. */

vi.setConfig({ testTimeout: 30_000 });

const APP = "http://127.0.0.1:9";

let sandbox: Sandbox;
let token: string;

beforeAll(async () => {
  sandbox = await startSandbox({ appUrl: APP });
  token = (await party().signIn(accounts.franchisee)).access_token;
}, 60_000);
afterAll(() => sandbox?.close());
beforeEach(() => {
  sandbox.control.reset();
  sandbox.control.config({ etags: true, strict: false });
});

const party = (visitor?: Visitor) => new RelyingParty(sandbox, `${APP}/auth`, visitor);

async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${sandbox.sellersUrl}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, json: text ? JSON.parse(text) : undefined };
}

const draft = { displayName: "Żółta Łódź", email: "zolta.lodz@example.pl", mpk: "00007" };
const someone = (position = 0) => sandbox.control.sellers()[position] as StoredSeller;

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

it("An unregistered address to return to is refused", async () => {
  const visitor = new Visitor();
  const { id_token } = await party(visitor).signIn(accounts.franchisee);
  const query = new URLSearchParams({ id_token_hint: id_token, post_logout_redirect_uri: "https://evil.example/" });
  const out = await visitor.get(`${sandbox.issuer}/session/end?${query}`);
  expect(out.status).toBe(400);
  expect(out.headers.get("location")).toBeNull();
});

it("A PUT keeps the unknown fields that it brings back and drops others", async () => {
  const before = someone();
  expect(before).toMatchObject({ region: expect.any(String), externalRef: { system: "ERP" } });
  const kept = await call("PUT", `/api/sellers/${before.id}`, { ...before, displayName: "Inna" });
  expect(kept.json.seller).toEqual({ ...before, displayName: "Inna" });
  const { region, externalRef, createdAt, ...known } = before;
  const dropped = await call("PUT", `/api/sellers/${before.id}`, known);
  expect(dropped.json.seller).toEqual(known);
  expect([region, externalRef, createdAt].every(Boolean)).toBe(true);
});

it("A refusal says what is wrong with which field", async () => {
  const answer = await call("POST", "/api/sellers", { displayName: " ", mpk: 7, email: "x@y", firstName: "" });
  expect(answer.status).toBe(400);
  expect(answer.headers.get("content-type")).toContain("application/problem+json");
  expect(Object.keys(answer.json.errors).sort()).toEqual(["displayName", "email", "firstName", "mpk"]);
  const missing = await call("POST", "/api/sellers", { displayName: "A", mpk: "1" });
  expect(missing.json.errors).toEqual({ email: ["Pole Adres e-mail jest wymagane"] });
  expect(sandbox.control.sellers()).toHaveLength(320);
});

it("An e-mail address that another seller has is refused in any case", async () => {
  const [first, second] = [someone(0), someone(1)];
  const email = second.email.toUpperCase();
  expect((await call("PATCH", `/api/sellers/${first.id}`, { email })).status).toBe(409);
  expect((await call("POST", "/api/sellers", { ...draft, email })).status).toBe(409);
  expect((await call("PATCH", `/api/sellers/${second.id}`, { email })).status).toBe(200);
  await call("PATCH", `/api/sellers/${second.id}`, { email: "inny@example.pl" });
  expect((await call("PATCH", `/api/sellers/${first.id}`, { email })).status).toBe(200);
});

it("Writes are guarded with ETags while they are on", async () => {
  const { id } = someone();
  const { headers } = await call("GET", `/api/sellers/${id}`);
  const etag = headers.get("etag") as string;
  const change = { displayName: "Pierwsza" };
  const changed = await call("PATCH", `/api/sellers/${id}`, change, { "if-match": etag });
  expect(changed.status).toBe(200);
  expect(changed.headers.get("etag")).not.toBe(etag);
  const late = await call("PATCH", `/api/sellers/${id}`, { displayName: "Druga" }, { "if-match": etag });
  expect(late.status).toBe(412);
  expect(someone()).toMatchObject(change);

  sandbox.control.config({ etags: false });
  const unguarded = await call("PATCH", `/api/sellers/${id}`, { displayName: "Druga" }, { "if-match": etag });
  expect([unguarded.status, unguarded.headers.get("etag")]).toEqual([200, null]);
});

it("A strict backend refuses foreign fields and keeps its own", async () => {
  sandbox.control.config({ strict: true });
  const { id, ...before } = someone();
  const { displayName, email, mpk, accountEnabled } = { ...before, displayName: "Ścisła" };
  const payload = { id, displayName, email, mpk, accountEnabled };
  const refused = await call("PUT", `/api/sellers/${id}`, { ...payload, externalRef: null });
  expect([refused.status, Object.keys(refused.json.errors)]).toEqual([400, ["externalRef"]]);
  expect((await call("POST", "/api/sellers", { ...draft, note: "x" })).status).toBe(400);
  expect((await call("PUT", `/api/sellers/${id}`, payload)).status).toBe(200);
  expect(someone()).toMatchObject({ id, displayName: "Ścisła", createdAt: before.createdAt });
});

const withToken = async (authorization?: string) => {
  const response = await fetch(`${sandbox.sellersUrl}/api/sellers`, {
    headers: authorization ? { authorization } : {},
  });
  return [response.status, response.headers.get("www-authenticate")];
};

it("A missing, forged, unsigned or expired token is refused", async () => {
  expect(await withToken()).toEqual([401, "Bearer"]);
  const refused = [401, 'Bearer error="invalid_token"'];
  const [, claims] = token.split(".");
  const none = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString("base64url");
  expect(await withToken(`Bearer ${none}.${claims}.`)).toEqual(refused);
  expect(await withToken(`Bearer ${token.slice(0, -8)}AAAAAAAA`)).toEqual(refused);
  const rp = party();
  const tokens = await rp.signIn(accounts.franchisee);
  expect((await withToken(`Bearer ${tokens.id_token}`))[0]).toBe(401);

  sandbox.control.expire();
  expect(await withToken(`Bearer ${tokens.access_token}`)).toEqual(refused);
  const renewed = await (await rp.refresh(tokens.refresh_token as string)).json();
  token = renewed.access_token;
  expect((await withToken(`Bearer ${token}`))[0]).toBe(200);
});

async function readAs(account: Account, path = account.sub): Promise<Response> {
  const { access_token } = await party().signIn(account);
  return fetch(`${sandbox.profileUrl}/api/DirectoryObject/${path}`, {
    headers: { authorization: `Bearer ${access_token}` },
  });
}

it("The directory shows nobody an unknown person's or another's record", async () => {
  expect((await readAs(accounts.unknown)).status).toBe(404);
  expect((await readAs(accounts.unknown, `${accounts.unknown.sub}/image`)).status).toBe(404);
  expect((await readAs(accounts.franchisee, accounts.listed.sub)).status).toBe(403);
  expect((await readAs(accounts.franchisee, `${accounts.listed.sub}/image`)).status).toBe(403);
  expect((await fetch(`${sandbox.profileUrl}/api/DirectoryObject/${accounts.franchisee.sub}`)).status).toBe(401);
});

it("The seed is the same every time, and a longer one begins alike", () => {
  const sellers = [...seedSellers(320)];
  expect([...seedSellers(320)]).toEqual(sellers);
  expect([...seedSellers(1000)].slice(0, 320)).toEqual(sellers);
});
