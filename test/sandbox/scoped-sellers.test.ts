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
  const stranger = sandbox.control.sellersWith(({ id }) => !own.some((mine) => mine.id === id))[0] as StoredSeller;
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
