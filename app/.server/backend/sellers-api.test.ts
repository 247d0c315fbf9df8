import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { log } from "~/.server/log";
import type { SellerQuery } from "~/domain/query";
import { type FaultServer, startFaultServer } from "../../../test/support/fault-server";
import { testEnv } from "../../../test/support/test-env";
import { createSellersApi, type SellersApi } from "./sellers-api";

let server: FaultServer;
let answer: (request: IncomingMessage, response: ServerResponse) => unknown;
let api: SellersApi;

beforeAll(async () => {
  server = await startFaultServer((request, response) => answer(request, response));
  Object.assign(process.env, testEnv({ SELLERS_API_URL: `${server.url}/base/` }));
  api = createSellersApi({ person: "p1", current: async () => "token", renewed: async () => undefined });
});
afterAll(() => server.close());
beforeEach(() => {
  server.seen.length = 0;
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

test("asks a paging backend for one page, in its words", async () => {
  const lodz = { displayName: "Żółta Łódź", accountEnabled: false };
  answer = (request, response) =>
    json(response, { sellers: [wire(request.url?.includes("page=3") ? 1 : 3, lodz)], total: 21 });
  const page = await api.list({ q: "zolta lodz", status: "inactive", sort: "-surname", page: 3, size: 10 });
  expect(page).toEqual({ sellers: [expect.objectContaining({ id: "s1", mpk: "00001" })], total: 21, page: 3 });
  expect(server.seen.map(({ url }) => url)).toEqual([
    "/base/api/sellers?search=zolta+lodz&accountEnabled=false&sort=-surname&page=3&pageSize=10",
    // The first later page is compared with page 1, once.
    "/base/api/sellers?search=zolta+lodz&accountEnabled=false&sort=-surname&page=1&pageSize=10",
  ]);
});

test("a page beyond the last answers the last one", async () => {
  answer = (request, response) => {
    const page = Number(new URL(request.url ?? "", "http://x").searchParams.get("page"));
    json(response, { sellers: page === 3 ? [wire(21)] : [], total: 21 });
  };
  expect(await api.list({ ...query, page: 900 })).toMatchObject({ sellers: [{ id: "s21" }], total: 21, page: 3 });
  expect(server.seen).toHaveLength(2);
});

test("no sellers at all need no second question", async () => {
  answer = (_request, response) => json(response, { sellers: [], total: 0 });
  expect(await api.list({ ...query, page: 5 })).toEqual({ sellers: [], total: 0, page: 1 });
  expect(server.seen).toHaveLength(1);
});

test("asks for nothing that wasn't asked for", async () => {
  answer = (_request, response) => json(response, { sellers: [wire(2)], total: 1 });
  await api.list({ ...query, status: "active" });
  await api.list(query);
  expect(server.seen.map(({ url }) => url)).toEqual([
    "/base/api/sellers?accountEnabled=true&sort=displayName&page=1&pageSize=10",
    "/base/api/sellers?sort=displayName&page=1&pageSize=10",
  ]);
});

test("rows that a backend gives for a page beyond the last are the last one's", async () => {
  answer = (_request, response) => json(response, { sellers: [wire(21)], total: 21 });
  expect(await api.list({ ...query, page: 900 })).toMatchObject({ sellers: [{ id: "s21" }], page: 3 });
  expect(server.seen).toHaveLength(1);
});

test("by what the backend doesn't know its pages are looked through here", async () => {
  answer = (_request, response) => json(response, { sellers: [wire(1), wire(2, { firstName: "Ewa" })], total: 2 });
  expect(await api.list({ ...query, names: "none" })).toMatchObject({ sellers: [{ id: "s1" }], total: 1, page: 1 });
  expect(server.seen.map(({ url }) => url)).toEqual(["/base/api/sellers?sort=displayName&page=1&pageSize=1000"]);
});

test("that a seller isn't shown is an answer, and a backend that fails is none", async () => {
  let status = 200;
  answer = (_request, response) => response.writeHead(status).end(JSON.stringify(wire(1)));
  const shown: boolean[] = [];
  for (status of [200, 403, 404, 410]) shown.push(await api.isShown("s1"));
  expect(shown).toEqual([true, false, false, false]);
  status = 500;
  await expect(api.isShown("s1")).rejects.toMatchObject({ kind: "status", status: 500 });
});

const everything = Array.from({ length: 25 }, (_, n) => wire(n));
test.each([
  ["a bare array", everything],
  ["no total", { sellers: everything }],
  ["a total of null", { sellers: everything, total: null }],
  ["a total, but no pages", { sellers: everything, total: 25 }],
])("%s is everything: searched, filtered, sorted and paged here", async (_name, body) => {
  answer = (_request, response) => json(response, body);
  const page = await api.list({ ...query, status: "active", sort: "-displayName", page: 2 });
  expect(page.sellers.map(({ id }) => id)).toEqual(["s4", "s2", "s0"]);
  expect(page).toMatchObject({ total: 13, page: 2 });
  expect((await api.list({ ...query, q: "SKLEP 24" })).total).toBe(1);
});

test("a long list that several ask for at once, and then turn the pages of, is parsed once", async () => {
  const rows = Array.from({ length: 5_000 }, (_, n) => wire(n));
  answer = (_request, response) => json(response, rows);
  const parse = vi.spyOn(JSON, "parse");
  const pages = await Promise.all([1, 2, 3].map((page) => api.list({ ...query, page })));
  expect(pages.map(({ sellers }) => sellers[0]?.id)).toEqual(["s0", "s10", "s20"]);
  expect((await api.list({ ...query, q: "sklep 777", sort: "-mpk" })).sellers[0]?.id).toBe("s4777");
  expect(parse).toHaveBeenCalledTimes(1);
  parse.mockRestore();
  rows[4777] = wire(4777, { displayName: "Inny" });
  expect((await api.list({ ...query, q: "sklep 777", sort: "-mpk" })).sellers[0]?.id).toBe("s3777");
}, 60_000);

test("20,000 sellers in one answer are read; more, and more than BACKEND_MAX_BYTES, have to be paged", async () => {
  const warn = vi.spyOn(log(), "warn").mockImplementation(() => undefined);
  const rows = Array.from({ length: 20_001 }, (_, n) => wire(n));
  answer = (_request, response) => json(response, rows.slice(1));
  expect((await api.list(query)).total).toBe(20_000);
  expect(warn).not.toHaveBeenCalled();
  answer = (_request, response) => json(response, rows);
  await expect(api.list(query)).rejects.toMatchObject({ kind: "notPaged", status: 502 });
  expect(warn).toHaveBeenCalledWith({ parameter: "page" }, "the sellers backend ignores a parameter of its list");
  answer = (_request, response) => json(response, [wire(1, { more: "x".repeat(17_000_000) })]);
  await expect(api.list(query)).rejects.toMatchObject({ kind: "notPaged" });
  answer = (_request, response) => response.end(`[${"{},".repeat(5_000_000)}{}]`);
  await expect(api.list(query)).rejects.toMatchObject({ kind: "notPaged" });
  warn.mockRestore();
}, 60_000);

test.each([
  ["a list of something else", { sellers: [{ foo: 1 }], total: 1 }],
  ["no list", {}],
  ["a text", "x"],
  ["an id that no address can name", { sellers: [wire(1, { id: ".." })], total: 1 }],
  ["such an id beside a gap", { sellers: [wire(1, { id: ".", mpk: null })], total: 1 }],
  ["a negative total", { sellers: [], total: -1 }],
  ["too many rows for a page, yet not all", { sellers: everything, total: 500 }],
])("%s is a bad body", async (_name, body) => {
  answer = (_request, response) => json(response, body);
  await expect(api.list(query)).rejects.toMatchObject({ kind: "badBody", status: 502 });
});

test("a record comes wrapped or bare, with its ETag and all its fields", async () => {
  answer = (_request, response) =>
    json(response, { seller: wire(1, { firstName: "Jan", surname: null }) }, { ETag: '"v1"' });
  const record = await api.get("s1");
  expect(record.seller).toEqual({
    id: "s1",
    displayName: "Sklep 1",
    email: "s1@example.pl",
    firstName: "Jan",
    surname: undefined,
    accountEnabled: false,
    mpk: "00001",
  });
  expect(record).toMatchObject({ etag: '"v1"', raw: { region: "łódzkie", surname: null } });
  answer = (_request, response) => json(response, wire(1));
  expect(await api.get("s1")).toMatchObject({ seller: { id: "s1" }, etag: undefined, raw: { region: "łódzkie" } });
});

test.each<[string, object]>([
  ["as agreed", {}],
  ["with both names", { firstName: "Ewa", surname: "Ćma 🦋" }],
  ["with empty names", { firstName: "", surname: "" }],
  ["with nothing where nothing may be", { firstName: null, surname: null, accountEnabled: null }],
  ["with gaps", { displayName: null, email: undefined, mpk: undefined, accountEnabled: undefined }],
  ["with numbers", { id: 7, mpk: 12, displayName: 0 }],
  ["with halves of a surrogate pair", { id: "a\uD83D", displayName: "b\uDE00", firstName: "\uD83D" }],
  ["without an id", { id: "" }],
  ["with a number for a name", { firstName: 7 }],
  ["with a text for its state", { accountEnabled: "true" }],
])("a seller %s reads the same in a list as by itself", async (_name, more) => {
  answer = (request, response) => json(response, request.url?.includes("?") ? [wire(1, more)] : wire(1, more));
  const [alone, listed] = await Promise.allSettled([
    api.get("s1").then(({ seller }) => seller),
    api.list(query).then(({ sellers }) => sellers[0]),
  ]);
  expect(listed).toEqual(alone);
});

test("what isn't a row at all is a bad body", async () => {
  for (const row of [null, 7, "x", []]) {
    answer = (_request, response) => json(response, [wire(1), row]);
    await expect(api.list(query)).rejects.toMatchObject({ kind: "badBody" });
  }
});

test("an id never leaves its place in the path", async () => {
  answer = (_request, response) => json(response, wire(1));
  await api.get("a/b");
  expect(server.seen[0]?.url).toBe("/base/api/sellers/a%2Fb");
  for (const id of [".", "..", "../admin", "a/../../admin"])
    await expect(api.get(id)).rejects.toMatchObject({ kind: "status", status: 404 });
  expect(server.seen).toHaveLength(1);
});

test("create sends what a person typed, without empty names and without an account state", async () => {
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

test("update sends the whole record: unknown fields preserved, changed ones replaced, a cleared name left out", async () => {
  answer = (_request, response) => json(response, { seller: wire(1) });
  await api.update("s1", { ...change, surname: "Ćma" }, base);
  const body = { ...change, id: "s1", surname: "Ćma", region: "łódzkie", nested: { a: [1] } };
  expect(sent()).toEqual([["PUT", "/base/api/sellers/s1", body]]);
  expect(server.seen[0]?.headers["if-match"]).toBe('"v1"');
});

test("a backend that merges instead of replacing loses the cleared name all the same", async () => {
  let firstName: string | null = "Jan";
  answer = (request, response) => {
    if (request.method === "PATCH") firstName = null;
    json(response, { seller: wire(1, { firstName }) }, { ETag: '"v2"' });
  };
  expect((await api.update("s1", change, base)).seller.firstName).toBeUndefined();
  expect(sent().at(-1)).toEqual(["PATCH", "/base/api/sellers/s1", { firstName: null }]);
  expect(server.seen.at(-1)?.headers["if-match"]).toBe('"v2"');
});

test("a write answered without a body is read again", async () => {
  answer = (request, response) =>
    request.method === "GET" ? json(response, { seller: wire(2) }) : response.writeHead(204).end();
  expect((await api.patch("s2", { accountEnabled: true })).seller.id).toBe("s2");
  expect(sent()).toEqual([
    ["PATCH", "/base/api/sellers/s2", { accountEnabled: true }],
    ["GET", "/base/api/sellers/s2", undefined],
  ]);
});

test("update and patch without an id, create without a payload, are refused before any call", async () => {
  await expect(api.update("", change, base)).rejects.toMatchObject({ reason: "updateWithoutId" });
  await expect(api.patch("", { mpk: "1" })).rejects.toMatchObject({ reason: "patchWithoutId" });
  await expect(api.create({} as never)).rejects.toMatchObject({ reason: "createWithoutPayload" });
  await expect(api.create(undefined as never)).rejects.toMatchObject({ reason: "createWithoutPayload" });
  expect(server.seen).toHaveLength(0);
});

test("accepted without a body, and then not shown: whether it was saved isn't known, and nobody says it wasn't", async () => {
  answer = (request, response) => response.writeHead(request.method === "GET" ? 404 : 204).end();
  const record = { seller: wire(1), raw: wire(1) } as never;
  for (const write of [() => api.update("s1", wire(1), record), () => api.patch("s1", { accountEnabled: true })]) {
    await expect(write()).rejects.toMatchObject({ kind: "outcomeUnknown", lostBy: "status" });
  }
});
