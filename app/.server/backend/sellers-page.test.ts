import { expect, test, vi } from "vitest";
import type { SellerQuery } from "~/domain/query";
import type { SellerPage } from "~/domain/seller";
import { fakeList, paged, withoutParameters } from "../../../test/support/fake-list";
import { fakeSeller, fakeSellers } from "../../../test/support/fake-seller";
import { testEnv } from "../../../test/support/test-env";

// A list is read for no longer than a call may take.
Object.assign(process.env, testEnv({ BACKEND_TIMEOUT_MS: "120000" }));

const query: SellerQuery = { q: "", sort: "displayName", page: 1, size: 20 };
type List = ReturnType<typeof fakeList>;
const page = ({ list }: List, wanted: Partial<SellerQuery> = {}) => list({ ...query, ...wanted });
const idsOf = ({ sellers }: SellerPage) => sellers.map(({ id }) => id);
const ids = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => `s${from + n}`);
const asked = ({ calls }: List) => calls.map((params) => `${params.get("page")} of ${params.get("pageSize")}`);

/** A backend that pages as agreed. */
const paging = (rows: readonly object[], contract = {}) => fakeList((params) => paged(rows, params), contract);
/** Every third seller is inactive, and the backend gives them in an order of its own. */
const shuffled = (count: number) =>
  fakeSellers(count)
    .map((seller, n) => ({ ...seller, accountEnabled: n % 3 !== 0 }))
    .toSorted((a, b) => ((Number(a.id.slice(1)) * 7) % count) - ((Number(b.id.slice(1)) * 7) % count));
/** One in ten has no name. */
const unnamed = (count: number) =>
  Array.from({ length: count }, (_, n) => fakeSeller(n, n % 10 === 0 ? {} : { firstName: "Ewa" }));
const refusal = (contradiction: string) => ({ kind: "contract", contradiction, status: 502 });

test("The first page takes one call with the backend's parameters", async () => {
  const list = fakeList(() => ({ body: { items: fakeSellers(20), totalCount: "320" } }), {
    params: { search: "q", accountEnabled: "enabled", sort: "orderBy", page: "pageNumber", pageSize: "limit" },
    firstPage: 0,
    sort: "suffix",
    listKey: "items",
    totalKey: "totalCount",
  });
  expect(await page(list, { q: "sklep", status: "active", sort: "-mpk" })).toMatchObject({ total: 320, page: 1 });
  expect(list.calls.map(String)).toEqual(["q=sklep&enabled=true&orderBy=mpk+desc&pageNumber=0&limit=20"]);
});

test("A later page takes one call", async () => {
  const list = paging(fakeSellers(320));
  expect(idsOf(await page(list, { page: 2 }))).toEqual(ids(20, 40));
  expect(asked(list)).toEqual(["2 of 20"]);
});

test.each([
  ["answers it with nobody", () => ({ body: { sellers: [], total: 25 } })],
  ["answers it with the last one", () => ({ body: { sellers: fakeSellers(25).slice(20), total: 25 } })],
  ["refuses it", () => ({ status: 404 })],
])("A page beyond the last is the last where the backend %s", async (_how, beyond) => {
  const list = fakeList((params) => (Number(params.get("page")) > 2 ? beyond() : paged(fakeSellers(25), params)));
  const last = await page(list, { page: 900 });
  expect([last.page, last.total, idsOf(last)]).toEqual([2, 25, ids(20, 25)]);
});

test("A refused page within the list contradicts the configuration", async () => {
  const list = fakeList((params) => (params.get("page") === "2" ? { status: 400 } : paged(fakeSellers(50), params)));
  await expect(page(list, { page: 2 })).rejects.toMatchObject(refusal("query"));
});

test("A longer page is made of those that SELLERS_PAGE_MAX allows", async () => {
  const list = paging(fakeSellers(320), { maxPageSize: 30 });
  expect(idsOf(await page(list, { size: 100, page: 2 }))).toEqual(ids(100, 200));
  expect(asked(list)).toEqual(["4 of 30", "5 of 30", "6 of 30", "7 of 30"]);
  expect(idsOf(await page(list, { size: 100, page: 4 }))).toEqual(ids(300, 320));
});

const rowsOf = (params: URLSearchParams, count: number) =>
  (paged(fakeSellers(count), params).body as { sellers: object[] }).sellers;

test.each<[string, (params: URLSearchParams) => object, contradiction: string]>([
  ["counts nobody", (params) => ({ sellers: rowsOf(params, 60) }), "total"],
  ["gives shorter pages", (params) => paged(fakeSellers(60), params, 15).body as object, "pageTooShort"],
  ["has empty ids", () => ({ sellers: [fakeSeller(1, { id: "" })], total: 1 }), "ids"],
])("A backend that %s is refused", async (_how, answer, contradiction) => {
  await expect(page(fakeList((params) => ({ body: answer(params) })))).rejects.toMatchObject(refusal(contradiction));
});

test.each<[status: number, contradiction: string]>([
  [400, "query"],
  [404, "address"],
  [422, "query"],
])("A %i to the first page contradicts the configuration", async (status, contradiction) => {
  await expect(page(fakeList(() => ({ status })))).rejects.toMatchObject(refusal(contradiction));
});

test("A 403 to the list is the backend's own refusal", async () => {
  await expect(page(fakeList(() => ({ status: 403 })))).rejects.toMatchObject({ kind: "status", status: 403 });
});

test("Each request is sent as configured, whatever was ignored before", async () => {
  let isIgnored = true;
  const list = fakeList((params) => {
    const search = isIgnored ? "" : (params.get("search") ?? "");
    return paged(
      fakeSellers(60).filter(({ mpk }) => mpk.includes(search)),
      params,
    );
  });
  const searches = () => list.calls.splice(0).map((params) => params.get("search"));
  expect(await page(list, { q: "0002" })).toMatchObject({ total: 11 });
  expect(searches()).toEqual(["0002", null]);
  isIgnored = false;
  expect(await page(list, { q: "0002" })).toMatchObject({ total: 11 });
  expect(searches()).toEqual(["0002"]);
});

test.each([
  ["no name for it", withoutParameters("sort")],
  ["SELLERS_SORT=none", { ...withoutParameters("sort"), sort: "none" as const }],
])("A list that the backend doesn't sort is sorted by the app: %s", async (_name, contract) => {
  const list = paging(shuffled(2_345), contract);
  expect(idsOf(await page(list, { page: 3 }))).toEqual(ids(40, 60));
  expect(await page(list, { sort: "-displayName", page: 118 })).toMatchObject({ total: 2_345, page: 118 });
  expect(await page(list, { status: "inactive", page: 2 })).toMatchObject({ total: 782, page: 2 });
  expect(list.calls.some((params) => params.has("sort"))).toBe(false);
});

test("A filter without a parameter reads the list with four calls at once", async () => {
  let running = 0;
  let most = 0;
  const list = fakeList(async (params) => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    return paged(unnamed(12_345), params);
  });
  const answer = await page(list, { names: "none", page: 3 });
  expect(idsOf(answer)).toEqual(Array.from({ length: 20 }, (_, n) => `s${(40 + n) * 10}`));
  expect(answer).toMatchObject({ total: 1_235, page: 3 });
  expect(answer).not.toHaveProperty("scannedCount");
  expect([list.calls.length, most]).toEqual([25, 4]);
});

test("A longer list is read up to 20,000 sellers, and the page says so", async () => {
  const list = paging(unnamed(60_000));
  expect(await page(list, { names: "none" })).toMatchObject({ total: 2_000, scannedCount: 20_000 });
  expect(list.calls.length).toBeLessThan(45);
});

test("Reading for one page ends at the deadline of a call and says so", async () => {
  let now = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => {
    now += 200_000;
    return now;
  });
  const answer = page(paging(unnamed(20_000)), { names: "none" });
  expect(await answer.finally(() => clock.mockRestore())).toMatchObject({ total: 50, scannedCount: 500 });
});

test("A list that lacks sellers of its total counts as read in part", async () => {
  const list = fakeList((params) => ({ body: { ...(paged(unnamed(700), params).body as object), total: 900 } }));
  expect(await page(list, { names: "none" })).toMatchObject({ total: 70, scannedCount: 700 });
});

test("A list without pages is requested with one seller over the limit", async () => {
  const list = fakeList((params) => ({ body: fakeSellers(Number(params.get("pageSize"))) }), withoutParameters("page"));
  await expect(page(list)).rejects.toMatchObject(refusal("notPaged"));
  expect(list.calls.map(String)).toEqual(["pageSize=20001"]);
});

test.each([
  ["without a total", undefined],
  ["with its total", 320],
])("An answer that is longer than its page, %s, is everything", async (_name, total) => {
  const list = fakeList(() => ({ body: { sellers: shuffled(320), total } }));
  expect(idsOf(await page(list, { page: 2 }))).toEqual(ids(20, 40));
  expect(await page(list, { q: "sklep 31", status: "active" })).toMatchObject({ total: 9 });
});

test("A total may be a text under a name with a dot in it", async () => {
  const names = { listKey: "value", totalKey: "@odata.count" };
  const list = fakeList(() => ({ body: { value: fakeSellers(3), "@odata.count": " 3 " } }), names);
  expect(await page(list)).toMatchObject({ total: 3 });
  expect(list.calls).toHaveLength(1);
});

test.each<[body: unknown, contradiction: string]>([
  [{ sellers: [], total: 1.5 }, "total"],
  [{ sellers: [], total: "many" }, "total"],
  [{ sellers: {}, total: 1 }, "list"],
  [{ total: 1 }, "list"],
  [7, "list"],
  [null, "list"],
])("A body of %j contradicts the configuration", async (body, contradiction) => {
  await expect(page(fakeList(() => ({ body })))).rejects.toMatchObject(refusal(contradiction));
});
