import { afterEach, expect, it } from "vitest";
import { sellersEndpoint } from "~/.server/backend/contract/endpoints";
import { type ListContract, listContractOf } from "~/.server/backend/contract/list-contract";
import { readEnv } from "~/.server/env";
import { BARE_ARRAY, parseShape, variablesOf } from "../../test/sandbox/backend-shape";
import type { SellersRules } from "../../test/sandbox/sellers-backend";
import { FakeBackend } from "../../test/support/fake-backend";
import { fakeSeller, fakeSellers } from "../../test/support/fake-seller";
import { testEnv } from "../../test/support/test-env";
import { BackendSession, type Finding } from "./backend-session";
import { detectContract, printContract } from "./detect-contract";
import { checkReading } from "./read-checks";
import { checkWriting } from "./write-checks";

let backend: FakeBackend | undefined;
afterEach(() => backend?.close());

async function probe(rules: Partial<SellersRules>, count = 180) {
  backend = await FakeBackend.start(count, rules);
  const session = new BackendSession(`${backend.url}/`, "token");
  const contract = await detectContract(session, await session.call(sellersEndpoint));
  if (!contract) throw new Error("No list was found");
  return { session, contract, findings: await checkReading(session, contract) };
}
const failed = (findings: Finding[]) => findings.filter(({ isMet }) => !isMet).map(({ question }) => question);

it.each([
  ["page=page", []],
  [
    "search=q,accountEnabled=enabled,sort=orderBy:suffix,page=pageNumber:0,pageSize=limit,list=items,total=totalCount",
    [],
  ],
  ["search=$search,sort=$orderby:suffix,page=$skip:offset,pageSize=$top,list=value,total=@odata.count", []],
  ["sort=sort:comma,page=page:0,pageSize=size,list=_embedded.sellers,total=page.totalElements", []],
  ["search=q,sort=_sort:_order,page=_start:offset,pageSize=_limit,list=,total=header", []],
  ["search=,accountEnabled=,list=data.items,total=meta.total", ["search", "filter by status"]],
  ["list=,total=header", []],
  ["sort=,pageSize=,own=25", ["pages of 100", "sorting"]],
  ["max=50", []],
])("A contract is found out: %s", async (shape, expected) => {
  const rules = parseShape(shape);
  const { contract, findings } = await probe({ shape: rules });
  const variables = Object.entries(variablesOf(rules)).map(([name, value]) => `${name}=${value}`);
  const sort = contract.params.sort ? rules.sort : "none";
  // Of 180 sellers nobody can tell whether pages are longer than 100.
  const settled = [`SELLERS_SORT=${sort}`, `SELLERS_PAGE_MAX=${Math.min(100, rules.longestPage)}`];
  const lines = variables.map((line) => settled.find((each) => each.split("=")[0] === line.split("=")[0]) ?? line);
  expect(printContract(contract).toSorted()).toEqual(lines.toSorted());
  // The backend of these tests believes every token, and none.
  expect(failed(findings).filter((question) => question !== "401 without a token")).toEqual(expected);
});

it("A contract has the longest page that was given in full", async () => {
  const { contract } = await probe({ shape: parseShape("max=500") }, 600);
  expect(contract.maxPageSize).toBe(500);
});

it("A contract is found out of a bare array of everything", async () => {
  const { contract, findings } = await probe({ shape: parseShape(BARE_ARRAY) });
  expect(contract).toMatchObject({ listKey: "", params: { page: "", search: "", pageSize: "" } });
  expect(failed(findings)).toEqual(expect.arrayContaining(["search", "filter by status", "sorting"]));
});

/** What stands in the way of the panel, by question. */
const obstacles = (findings: Finding[]) =>
  findings.filter(({ isFatal }) => isFatal).map(({ question, text }) => `${question}: ${text}`);

const agreed = listContractOf(readEnv(testEnv()));

it.each<[string, Partial<SellersRules>, Partial<ListContract>, obstacle: RegExp]>([
  ["no total", { shape: parseShape("total=") }, {}, /^list: .*SELLERS_TOTAL_KEY/],
  ["a wrong name of the total", {}, { totalKey: "count" }, /^list: .*SELLERS_TOTAL_KEY/],
  ["a wrong name of the list", {}, { listKey: "items" }, /^list: .*SELLERS_LIST_KEY/],
  ["a name of the page that has no effect", { ignores: ["page"] }, {}, /^page 2: 20 of its 20 .*SELLERS_PARAMS=page=/],
  ["a name of the size that has no effect", { ignores: ["pageSize"] }, {}, /^list: .*SELLERS_PARAMS=pageSize=/],
  ["an unknown parameter", { shape: parseShape("search=q") }, {}, /^search: it answers 400: .*SELLERS_PARAMS/],
  [
    "another notation of sorting",
    { shape: parseShape("sort=sort:suffix") },
    {},
    /^sorting: it answers 400: .*SELLERS_SORT/,
  ],
  ["shorter pages", { shape: parseShape("max=50") }, {}, /^pages of 100: it answers 400: .*SELLERS_PAGE_MAX/],
  [
    "pages where none are configured",
    { shape: parseShape("max=50,search=") },
    { params: { ...agreed.params, page: "", pageSize: "" } },
    /^list: .*SELLERS_PARAMS=page=NAME/,
  ],
])("The panel can't work with %s", async (_what, rules, change, obstacle) => {
  backend = await FakeBackend.start(180, rules);
  const findings = await checkReading(new BackendSession(backend.url, "token"), { ...agreed, ...change });
  expect(obstacles(findings)).toEqual([expect.stringMatching(obstacle)]);
});

it.each<[string, (page: number) => unknown, obstacle: RegExp]>([
  [
    "counts one page",
    (page) => ({ sellers: fakeSellers(60).slice(page * 20 - 20, page * 20), total: 20 }),
    /^page 2: .*SELLERS_TOTAL_KEY/,
  ],
  ["counts more than it gives", () => ({ sellers: fakeSellers(15), total: 60 }), /^list: .*SELLERS_PAGE_MAX/],
  ["leads on by a cursor", () => ({ sellers: fakeSellers(19), nextCursor: "s19" }), /^pages: .*cursor/],
  [
    "has its fields within attributes",
    () => ({ sellers: [{ id: "1", attributes: { displayName: "A" } }], total: 1 }),
    /^fields: .*attributes/,
  ],
  ["has no usable ids", () => ({ sellers: [{ id: ".." }], total: 1 }), /^list: .*no usable id/],
])("The panel can't work with a backend that %s", async (_what, body, obstacle) => {
  backend = await FakeBackend.start(1);
  backend.instead = (request, response) => {
    const page = Number(new URL(request.url ?? "", "http://sellers").searchParams.get("page") ?? 1);
    response.end(JSON.stringify(request.url?.includes("?") ? body(page) : { seller: fakeSeller(0) }));
  };
  const findings = await checkReading(new BackendSession(backend.url, "token"), agreed);
  expect(obstacles(findings)[0]).toMatch(obstacle);
});

it("Sorting that has no effect isn't met", async () => {
  const { session } = await probe({ ignores: ["sort"] });
  expect(failed(await checkReading(session, agreed))).toContain("sorting");
  const { contract } = await probe({ ignores: ["sort"] });
  expect(contract).toMatchObject({ params: { sort: "" }, sort: "none" });
});

it("Sellers of one name prove no order", async () => {
  backend = await FakeBackend.start(5);
  for (const seller of backend.sellers.all()) backend.sellers.put({ ...seller, displayName: "Sklep" });
  const findings = await checkReading(new BackendSession(backend.url, "token"), agreed);
  expect(failed(findings)).toContain("sorting");
});

it("A contract's total counts the list rather than the page", async () => {
  backend = await FakeBackend.start(1);
  const row = { id: "1", displayName: "A", email: "a@b.pl", accountEnabled: true, mpk: "1" };
  backend.instead = (_request, response) =>
    response.end(JSON.stringify({ count: 1, totalPages: 400, paging: { totalCount: "320" }, rows: [row] }));
  const session = new BackendSession(backend.url, "token");
  const contract = await detectContract(session, await session.call(sellersEndpoint));
  expect(contract).toMatchObject({ listKey: "rows", totalKey: "paging.totalCount" });
});

it("No contract is found where there is no list", async () => {
  backend = await FakeBackend.start(1);
  backend.instead = (_request, response) => response.end('{"error":"no"}');
  const session = new BackendSession(backend.url, "token");
  expect(await detectContract(session, await session.call(sellersEndpoint))).toBeUndefined();
});

it("Parameters that the backend ignores are left out", async () => {
  const { contract } = await probe({ ignores: ["search", "accountEnabled"] });
  expect(contract.params).toMatchObject({ search: "", accountEnabled: "", page: "page" });
});

it("A trial of writing leaves its seller as it was", async () => {
  const { session } = await probe({});
  const before = backend?.sellers.all().map((seller) => ({ ...seller }));
  const id = before?.[3]?.id ?? "";
  expect(failed(await checkWriting(session, id))).toEqual([]);
  expect(backend?.sellers.all()).toEqual(before);
});

it("A trial of writing finds missing ETags and strict fields", async () => {
  const { session } = await probe({ etags: false, strict: true });
  const id = backend?.sellers.all()[0]?.id ?? "";
  const findings = await checkWriting(session, id);
  expect(findings.map(({ question }) => question)).not.toContain("412 for an old If-Match");
  expect(findings.find(({ question }) => question === "PUT replaces a seller")?.text).toContain("SELLERS_PUT=exact");
});

it("A trial of writing isn't made where there is no such seller", async () => {
  const { session } = await probe({});
  backend!.calls = [];
  expect(failed(await checkWriting(session, "nobody"))).toEqual(["seller nobody"]);
  expect(backend?.calls).toEqual(["GET"]);
});
