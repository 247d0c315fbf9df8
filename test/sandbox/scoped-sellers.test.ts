import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { RelyingParty } from "./relying-party";
import { accounts, type Sandbox, type SandboxOptions, type StoredSeller, startSandbox } from "./sandbox";

vi.setConfig({ testTimeout: 30_000 });

const APP = "http://127.0.0.1:9";
const PEOPLE = ["franchisee", "listed", "imageless"] as const;
type Person = (typeof PEOPLE)[number];

let sandbox: Sandbox;
let directory: string;
const tokens = new Map<Person, string>();

const start = (sellers: SandboxOptions["sellers"]) => startSandbox({ appUrl: APP, directory, sellers });

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "sandbox-scoped-"));
  sandbox = await start({ scoped: true });
  for (const person of PEOPLE) {
    const { access_token } = await new RelyingParty(sandbox, `${APP}/auth`).signIn(accounts[person]);
    tokens.set(person, access_token);
  }
}, 60_000);

afterAll(async () => {
  await sandbox?.close();
  await rm(directory, { recursive: true, force: true });
});

beforeEach(() => {
  sandbox.control.reset();
  sandbox.control.config({ mode: "paged", scoped: true });
});

async function call(person: Person, method: string, path: string, body?: unknown) {
  const response = await fetch(`${sandbox.sellersUrl}/api/sellers${path}`, {
    method,
    headers: { authorization: `Bearer ${tokens.get(person)}`, "content-type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return { status: response.status, etag: response.headers.get("etag"), json: await response.json() };
}

const idsOf = (sellers: StoredSeller[]) => sellers.map(({ id }) => id).sort();
const ownedBy = (person: Person) => sandbox.control.sellers(accounts[person].login);

it("Each seeded seller is shown to one of three people", () => {
  const shares = PEOPLE.map((person) => idsOf(ownedBy(person)));
  expect(idsOf(sandbox.control.sellers())).toEqual(shares.flat().sort());
  for (const share of shares) expect(share.length).toBeGreaterThan(60);
});

it.each(PEOPLE)("The list of %s holds, counts and finds only their own sellers", async (person) => {
  const own = ownedBy(person);
  const { json } = await call(person, "GET", "?pageSize=1000");
  expect([json.total, idsOf(json.sellers)]).toEqual([own.length, idsOf(own)]);
  const second = await call(person, "GET", "?pageSize=10&page=2&sort=-displayName");
  const names = json.sellers.map(({ displayName }: StoredSeller) => displayName);
  expect(second.json.sellers.map(({ displayName }: StoredSeller) => displayName)).toEqual(
    names.reverse().slice(10, 20),
  );
  const off = await call(person, "GET", "?accountEnabled=false&pageSize=1000");
  expect(idsOf(off.json.sellers)).toEqual(idsOf(own.filter(({ accountEnabled }) => !accountEnabled)));
  const stranger = sandbox.control.sellers().find(({ id }) => !own.some((mine) => mine.id === id)) as StoredSeller;
  expect((await call(person, "GET", `?search=${encodeURIComponent(stranger.email)}`)).json.total).toBe(0);
  expect((await call(person, "GET", `?search=${encodeURIComponent(own[0]?.email ?? "")}`)).json.total).toBe(1);
  sandbox.control.config({ mode: "list" });
  expect(idsOf((await call(person, "GET", "")).json)).toEqual(idsOf(own));
});

it("Another's seller looks like a missing one and isn't changed", async () => {
  const [theirs] = ownedBy("listed") as [StoredSeller];
  const missing = await call("franchisee", "GET", "/nie-ma");
  expect(missing.status).toBe(404);
  expect(await call("franchisee", "GET", `/${theirs.id}`)).toEqual(missing);
  expect(await call("franchisee", "PUT", `/${theirs.id}`, { ...theirs, mpk: "1" })).toEqual(missing);
  expect(await call("franchisee", "PATCH", `/${theirs.id}`, { mpk: "1" })).toEqual(missing);
  expect(ownedBy("listed")[0]).toEqual(theirs);
  expect((await call("listed", "PATCH", `/${theirs.id}`, { mpk: "1" })).status).toBe(200);
});

it("A seller belongs to its creator, or by control to somebody else", async () => {
  const wish = { displayName: "Aaa", email: "aaa@example.pl", mpk: "1" };
  const { id } = (await call("listed", "POST", "", wish)).json.seller as StoredSeller;
  expect((await call("listed", "GET", "?pageSize=1")).json.sellers[0].id).toBe(id);
  expect((await call("franchisee", "GET", `/${id}`)).status).toBe(404);
  expect((await call("franchisee", "POST", "", wish)).status).toBe(409);
  // Both have asked for their lists before, so that a remembered answer would show.
  const before = (await call("franchisee", "GET", "")).json.total;
  sandbox.control.giveSeller(id, accounts.franchisee.login);
  expect((await call("franchisee", "GET", "")).json.total).toBe(before + 1);
  expect((await call("franchisee", "GET", `/${id}`)).status).toBe(200);
  expect((await call("listed", "GET", `/${id}`)).status).toBe(404);
  expect((await call("listed", "GET", "?search=aaa")).json.total).toBe(0);
  const [seeded] = ownedBy("listed") as [StoredSeller];
  sandbox.control.giveSeller(seeded.id, accounts.franchisee.login);
  sandbox.control.reset();
  expect(idsOf(ownedBy("listed"))).toContain(seeded.id);
});

it("The scope is switched and ownership changed over HTTP", async () => {
  const control = (method: string, path: string, body?: unknown) =>
    fetch(`${sandbox.controlUrl}${path}`, {
      method,
      headers: { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  const [theirs] = ownedBy("listed") as [StoredSeller];
  expect((await control("POST", "/config", { scoped: false })).status).toBe(204);
  expect((await call("franchisee", "GET", `/${theirs.id}`)).status).toBe(200);
  expect((await call("franchisee", "GET", "")).json.total).toBe(320);
  expect((await control("POST", "/config", { scoped: true })).status).toBe(204);
  expect((await call("franchisee", "GET", `/${theirs.id}`)).status).toBe(404);

  const { login } = accounts.franchisee;
  expect((await control("POST", "/give", { id: theirs.id, login })).status).toBe(204);
  const hers = (await (await control("GET", `/sellers?login=${login}`)).json()) as StoredSeller[];
  expect(idsOf(hers)).toEqual(idsOf(ownedBy("franchisee")));
  expect(idsOf(hers)).toContain(theirs.id);
  for (const wrong of [
    { id: "nie-ma", login },
    { id: theirs.id, login: "nikt" },
  ]) {
    expect((await control("POST", "/give", wrong)).status).toBe(404);
  }
  expect((await control("POST", "/give", { id: theirs.id, owner: login })).status).toBe(400);
  expect((await control("GET", "/sellers?login=nikt")).status).toBe(404);
});

it("A seller's owner is remembered from run to run", async () => {
  const wish = { displayName: "Aaa", email: "aaa@example.pl", mpk: "1" };
  const { id } = (await call("listed", "POST", "", wish)).json.seller as StoredSeller;
  await sandbox.close();
  sandbox = await start({ scoped: false });
  expect(idsOf(ownedBy("listed"))).toContain(id);
  expect(idsOf(ownedBy("franchisee"))).not.toContain(id);
});
