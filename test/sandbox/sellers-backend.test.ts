import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { RelyingParty } from "./relying-party";
import { accounts, type Sandbox, type StoredSeller, startSandbox } from "./sandbox";

vi.setConfig({ testTimeout: 30_000 });

const APP = "http://127.0.0.1:9";
const collator = new Intl.Collator("pl", { numeric: true });

let sandbox: Sandbox;
let directory: string;
let token: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "sandbox-sellers-"));
  sandbox = await startSandbox({ appUrl: APP, directory });
  token = (await new RelyingParty(sandbox, `${APP}/auth`).signIn(accounts.franchisee)).access_token;
}, 60_000);

afterAll(async () => {
  await sandbox?.close();
  await rm(directory, { recursive: true, force: true });
});

beforeEach(() => {
  sandbox.control.reset();
  sandbox.control.config({ mode: "paged", etags: true, strict: false });
});

async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${sandbox.sellersUrl}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    body: body === undefined || typeof body === "string" ? (body as string | undefined) : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, json: text ? JSON.parse(text) : undefined };
}

const list = async (query: string) => (await call("GET", `/api/sellers?${query}`)).json;
const draft = { displayName: "Żółta Łódź", email: "zolta.lodz@example.pl", mpk: "00007" };
const someone = (position = 0) => sandbox.control.sellers()[position] as StoredSeller;

describe("The list", () => {
  it("The list pages all 320 sellers in Polish order, each once", async () => {
    const names: string[] = [];
    const ids = new Set<string>();
    for (let page = 1; page <= 4; page += 1) {
      const answer = await list(`page=${page}&pageSize=100`);
      expect(answer.total).toBe(320);
      for (const seller of answer.sellers as StoredSeller[]) {
        names.push(seller.displayName);
        ids.add(seller.id);
      }
    }
    expect(ids.size).toBe(320);
    expect(names).toEqual([...names].sort(collator.compare));
    const reversed = await list("page=1&pageSize=1000&sort=-displayName");
    expect(reversed.sellers.map((seller: StoredSeller) => seller.displayName)).toEqual(names.reverse());
  });

  it("The list sorts by any field, numbers by their value", async () => {
    const { sellers } = await list("pageSize=1000&sort=mpk");
    const codes = sellers.map((seller: StoredSeller) => seller.mpk);
    expect(codes).toEqual([...codes].sort(collator.compare));
    expect(codes[0]).toMatch(/^00\d{3}$/);
  });

  it("The list is searched without accents and filtered by status", async () => {
    await call("POST", "/api/sellers", draft);
    const found = await list("search=lodz+ZOLTA");
    expect(found.sellers.map((seller: StoredSeller) => seller.displayName)).toEqual(["Żółta Łódź"]);
    expect((await list("search=00007")).total).toBe(1);

    const on = await list("accountEnabled=true&pageSize=1000");
    const off = await list("accountEnabled=false&pageSize=1000");
    expect(on.total + off.total).toBe(321);
    expect(off.sellers.every((seller: StoredSeller) => !seller.accountEnabled)).toBe(true);
    expect(off.total).toBeGreaterThan(0);
  });

  it("The list keeps its order through every kind of write", async () => {
    await list("sort=displayName");
    const { json } = await call("POST", "/api/sellers", { ...draft, displayName: "Aaa" });
    expect((await list("pageSize=1")).sellers[0].id).toBe(json.seller.id);
    await call("PATCH", `/api/sellers/${json.seller.id}`, { displayName: "Żżż" });
    expect((await list("pageSize=1")).sellers[0].id).not.toBe(json.seller.id);
    const { sellers, total } = await list("pageSize=1&sort=-displayName");
    expect([sellers[0].id, total]).toEqual([json.seller.id, 321]);
  });

  it.each(["page=0", "page=x", "pageSize=1001", "sort=a%20b", "accountEnabled=tak"])(
    "A list with %s is refused",
    async (query) => {
      const answer = await call("GET", `/api/sellers?${query}`);
      expect([answer.status, Object.keys(answer.json.errors)]).toEqual([400, [query.split("=")[0]]]);
    },
  );

  it("The list can be a bare array of everything, whatever was asked", async () => {
    sandbox.control.config({ mode: "list" });
    expect(await list("page=2&pageSize=10&search=nic")).toHaveLength(320);
  });
});

describe("One seller", () => {
  it("A seller is read, created, replaced and changed", async () => {
    const created = await call("POST", "/api/sellers", { ...draft, id: "mine", firstName: "Ewa", region: "łódzkie" });
    expect(created.status).toBe(201);
    const { id } = created.json.seller;
    expect(id).toMatch(/^[\da-f-]{36}$/);
    expect(created.json.seller).toMatchObject({ ...draft, accountEnabled: true, firstName: "Ewa", region: "łódzkie" });
    expect((await call("GET", `/api/sellers/${id}`)).json.seller).toEqual(created.json.seller);

    const replaced = await call("PUT", `/api/sellers/${id}`, { ...draft, id, accountEnabled: false });
    expect(replaced.json.seller).toEqual({ ...draft, id, accountEnabled: false });

    const changed = await call("PATCH", `/api/sellers/${id}`, { accountEnabled: true, surname: "Nowak" });
    expect(changed.json.seller).toEqual({ ...draft, id, accountEnabled: true, surname: "Nowak" });
    expect((await call("PATCH", `/api/sellers/${id}`, { surname: null })).json.seller).not.toHaveProperty("surname");
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

  it("An id in the body that isn't the one in the path is refused", async () => {
    const seller = someone();
    const answer = await call("PUT", `/api/sellers/${seller.id}`, { ...seller, id: someone(1).id });
    expect(answer.status).toBe(400);
    expect(sandbox.control.sellers()).toHaveLength(320);
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

  it("An impossible request gets the right status", async () => {
    const { id } = someone();
    expect((await call("GET", "/api/sellers/nie-ma")).status).toBe(404);
    expect((await call("GET", "/api/other")).status).toBe(404);
    expect((await call("GET", "/api/sellers/..%2f..%2fadmin")).status).toBe(404);
    const deleted = await call("DELETE", `/api/sellers/${id}`);
    expect([deleted.status, deleted.headers.get("allow")]).toEqual([405, "GET, PUT, PATCH"]);
    expect((await call("POST", "/api/sellers", "displayName=A", { "content-type": "text/plain" })).status).toBe(415);
    expect((await call("POST", "/api/sellers", "{", {})).status).toBe(400);
    expect((await call("POST", "/api/sellers", { ...draft, note: "x".repeat(1_100_000) })).status).toBe(413);
  });
});

describe("Access", () => {
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
    const rp = new RelyingParty(sandbox, `${APP}/auth`);
    const tokens = await rp.signIn(accounts.franchisee);
    expect((await withToken(`Bearer ${tokens.id_token}`))[0]).toBe(401);

    sandbox.control.expire();
    expect(await withToken(`Bearer ${tokens.access_token}`)).toEqual(refused);
    const renewed = await (await rp.refresh(tokens.refresh_token as string)).json();
    token = renewed.access_token;
    expect((await withToken(`Bearer ${token}`))[0]).toBe(200);
  });

  it("Access ends with the token's life", async () => {
    sandbox.control.config({ accessTokenSeconds: 1 });
    const { access_token } = await new RelyingParty(sandbox, `${APP}/auth`).signIn(accounts.franchisee);
    sandbox.control.config({ accessTokenSeconds: 3600 });
    await expect.poll(async () => (await withToken(`Bearer ${access_token}`))[0], { timeout: 10_000 }).toBe(401);
  });
});

it("A written seller is on disk soon after", async () => {
  const created = await call("POST", "/api/sellers", draft);
  const kept = async () => JSON.parse(await readFile(join(directory, "sellers.json"), "utf8")) as StoredSeller[];
  await expect.poll(kept, { timeout: 10_000 }).toContainEqual(created.json.seller);
});
