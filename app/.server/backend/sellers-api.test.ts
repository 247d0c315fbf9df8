import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { SellerQuery } from "~/domain/query";
import { type FaultServer, startFaultServer } from "../../../test/support/fault-server";
import { testEnv } from "../../../test/support/test-env";
import { createSellersApi, type SellersApi } from "./sellers-api";

const settings = vi.hoisted(() => ({ put: "keep" }));
vi.mock("~/.server/env", async (original) => {
  const actual = await original<typeof import("~/.server/env")>();
  return { ...actual, env: () => ({ ...actual.env(), SELLERS_PUT: settings.put }) };
});

let server: FaultServer;
let answer: (request: IncomingMessage, response: ServerResponse) => unknown;
let api: SellersApi;

beforeAll(async () => {
  server = await startFaultServer((request, response) => answer(request, response));
  Object.assign(process.env, testEnv({ SELLERS_API_URL: `${server.url}/base/` }));
  api = createSellersApi({ person: "p1", current: async () => "token", renew: async () => undefined });
});
afterAll(() => server.close());
beforeEach(() => {
  server.seen.length = 0;
  settings.put = "keep";
});

const json = (response: ServerResponse, body: unknown, headers: Record<string, string> = {}) =>
  response.writeHead(200, headers).end(JSON.stringify(body));
const wire = (n: number, more: object = {}) => ({
  id: `s${n}`,
  displayName: `Sklep ${n}`,
  email: `s${n}@example.pl`,
  accountEnabled: n % 2 === 0,
  mpk: String(n).padStart(5, "0"),
  region: "łódzkie",
  ...more,
});
const query: SellerQuery = { q: "", sort: "displayName", page: 1, size: 10 };
const sent = () => server.seen.map(({ method, url, body }) => [method, url, body ? JSON.parse(body) : undefined]);

test("A list is requested at the backend's address with its parameters", async () => {
  answer = (_request, response) => json(response, { sellers: [wire(1)], total: 1 });
  const page = await api.list({ ...query, q: "sklep 1", status: "inactive", sort: "-surname" });
  expect(page).toMatchObject({ sellers: [{ id: "s1", mpk: "00001" }], total: 1, page: 1 });
  expect(server.seen[0]?.url).toBe(
    "/base/api/sellers?search=sklep+1&accountEnabled=false&sort=-surname&page=1&pageSize=10",
  );
});

test("A hidden seller is an answer, and a failing backend is an error", async () => {
  let status = 200;
  answer = (_request, response) => response.writeHead(status).end(JSON.stringify(wire(1)));
  const shown: boolean[] = [];
  for (status of [200, 403, 404, 410]) shown.push(await api.canSee("s1"));
  expect(shown).toEqual([true, false, false, false]);
  status = 500;
  await expect(api.canSee("s1")).rejects.toMatchObject({ kind: "status", status: 500 });
});

test.each<[string, object]>([
  ["as agreed", {}],
  ["with both names", { firstName: "Ewa", surname: "Ćma 🦋" }],
  ["with empty names", { firstName: "", surname: "" }],
  ["with nothing where nothing may be", { firstName: null, surname: null, accountEnabled: null }],
  ["with gaps", { displayName: null, email: undefined, mpk: undefined, accountEnabled: undefined }],
  ["with numbers", { id: 7, mpk: 12, displayName: 0 }],
  ["with halves of a surrogate pair", { id: "a\uD83D", displayName: "b\uDE00", firstName: "\uD83D" }],
  ["with a number for a name", { firstName: 7 }],
  ["with a text for its state", { accountEnabled: "true" }],
])("A seller %s reads the same in a list as by itself", async (_name, more) => {
  answer = (request, response) => json(response, request.url?.includes("?") ? [wire(1, more)] : wire(1, more));
  const [alone, listed] = await Promise.allSettled([
    api.get("s1").then(({ seller }) => seller),
    api.list(query).then(({ sellers }) => sellers[0]),
  ]);
  expect(listed).toEqual(alone);
});

test("A row that isn't an object is an invalid body", async () => {
  for (const row of [null, 7, "x", []]) {
    answer = (_request, response) => json(response, [wire(1), row]);
    await expect(api.list(query)).rejects.toMatchObject({ kind: "badBody" });
  }
});

test("An id never leaves its place in the path", async () => {
  answer = (_request, response) => json(response, wire(1));
  for (const id of ["a/..ż/.b", "...", "x".repeat(512)]) await api.get(id);
  const paths = server.seen.map(({ url }) => url.replace("/base/api/sellers/", ""));
  expect(paths).toEqual(["a%2F..%C5%BC%2F.b", "...", "x".repeat(512)]);
  for (const id of ["", ".", "..", "../admin", "a/../ż", "a\\..", "./a", "x".repeat(513), "\ud800"])
    await expect(api.get(id)).rejects.toMatchObject({ kind: "status", status: 404 });
  expect(server.seen).toHaveLength(3);
});

test("A new seller is sent without empty names and an account state", async () => {
  answer = (_request, response) => json(response, { seller: wire(1) });
  await api.create({ displayName: "A", email: "a@b.pl", mpk: "007", firstName: "", surname: undefined });
  await api.create({ displayName: "A", email: "a@b.pl", mpk: "007", firstName: "Ewa", surname: "Ćma" });
  expect(sent()).toEqual([
    ["POST", "/base/api/sellers", { displayName: "A", email: "a@b.pl", mpk: "007" }],
    ["POST", "/base/api/sellers", { displayName: "A", email: "a@b.pl", mpk: "007", firstName: "Ewa", surname: "Ćma" }],
  ]);
});

const change = { displayName: "Nowa", email: "n@b.pl", mpk: "0001", accountEnabled: true };
const base = { seller: wire(1), etag: '"v1"', raw: wire(1, { firstName: "Jan", nested: { a: [1] } }) };

test("An update sends the whole record and keeps its unknown fields", async () => {
  answer = (_request, response) => json(response, { seller: wire(1) });
  await api.update("s1", { ...change, surname: "Ćma" }, base);
  const body = { ...change, id: "s1", surname: "Ćma", region: "łódzkie", nested: { a: [1] } };
  expect(sent()).toEqual([["PUT", "/base/api/sellers/s1", body]]);
  expect(server.seen[0]?.headers["if-match"]).toBe('"v1"');
});

test("SELLERS_PUT=exact sends only the fields that the app knows", async () => {
  settings.put = "exact";
  answer = (_request, response) => json(response, { seller: wire(1) });
  await api.update("s1", { ...change, surname: "Ćma" }, base);
  expect(sent()).toEqual([["PUT", "/base/api/sellers/s1", { ...change, id: "s1", surname: "Ćma" }]]);
});

test("A backend's number goes back as a number unless another text was typed", async () => {
  answer = (_request, response) => json(response, { seller: wire(1) });
  const numbers = { seller: { ...wire(1), mpk: "123" }, raw: wire(1, { id: 7, mpk: 123 }) };
  for (const mpk of ["123", "0123"]) await api.update("7", { ...change, mpk }, numbers);
  expect(sent().map(([, , body]) => body)).toMatchObject([
    { id: 7, mpk: 123 },
    { id: 7, mpk: "0123" },
  ]);
});

test("A cleared name is cleared also on a backend that merges", async () => {
  let firstName: string | null = "Jan";
  answer = (request, response) => {
    if (request.method === "PATCH") firstName = null;
    json(response, { seller: wire(1, { firstName }) }, { ETag: '"v2"' });
  };
  expect((await api.update("s1", change, base)).seller.firstName).toBeUndefined();
  expect(sent().at(-1)).toEqual(["PATCH", "/base/api/sellers/s1", { firstName: null }]);
  expect(server.seen.at(-1)?.headers["if-match"]).toBe('"v2"');
});

test("A write answered without a body is read again", async () => {
  answer = (request, response) =>
    request.method === "GET" ? json(response, { seller: wire(2) }) : response.writeHead(204).end();
  expect((await api.patch("s2", { accountEnabled: true })).seller.id).toBe("s2");
  expect(sent()).toEqual([
    ["PATCH", "/base/api/sellers/s2", { accountEnabled: true }],
    ["GET", "/base/api/sellers/s2", undefined],
  ]);
});

test("A seller is read uncompressed, and a weak ETag is no condition", async () => {
  answer = (_request, response) => json(response, { seller: wire(1) }, { ETag: 'W/"v1"' });
  const record = await api.get("s1");
  await api.update("s1", { ...wire(1), firstName: undefined }, record);
  await api.patch("s1", { accountEnabled: true }, record.etag);
  expect(server.seen.map(({ headers }) => headers["accept-encoding"])).toEqual(["identity", "identity", "identity"]);
  expect(server.seen.map(({ headers }) => headers["if-match"])).toEqual([undefined, undefined, undefined]);
});

test("Sellers are read by their ids in order, without hidden ones", async () => {
  answer = (request, response) =>
    request.url?.endsWith("/s7")
      ? response.writeHead(403).end()
      : json(response, wire(Number(request.url?.split("/s").pop())));
  const ids = Array.from({ length: 20 }, (_none, n) => `s${n}`);
  expect((await api.getMany(ids)).map(({ id }) => id)).toEqual(ids.filter((id) => id !== "s7"));
  await expect(api.getMany(Array.from({ length: 1_001 }, () => "s1"))).rejects.toThrow(RangeError);
  answer = (_request, response) => response.writeHead(500).end();
  server.seen.length = 0;
  await expect(api.getMany(ids)).rejects.toMatchObject({ status: 500 });
  expect(server.seen.length).toBeLessThanOrEqual(6);
});

test("An accepted write after which the session ends counts as done in part", async () => {
  answer = (request, response) => response.writeHead(request.method === "GET" ? 401 : 204).end();
  const record = { seller: wire(1), raw: wire(1) } as never;
  for (const write of [() => api.update("s1", wire(1), record), () => api.patch("s1", { accountEnabled: true })]) {
    await expect(write()).rejects.toMatchObject({ kind: "unauthorized", isHalfDone: true });
  }
});

test("An accepted write whose seller isn't shown has an unknown outcome", async () => {
  answer = (request, response) => response.writeHead(request.method === "GET" ? 404 : 204).end();
  const record = { seller: wire(1), raw: wire(1) } as never;
  for (const write of [() => api.update("s1", wire(1), record), () => api.patch("s1", { accountEnabled: true })]) {
    await expect(write()).rejects.toMatchObject({ kind: "outcomeUnknown", lostKind: "status" });
  }
});
