import { expect, test } from "vitest";
import type { SellerQuery } from "~/domain/query";
import type { SellerPage } from "~/domain/seller";
import { fakeList, fakeSeller, fakeSellers, paged } from "../../../test/support/fake-list";
import { testEnv } from "../../../test/support/test-env";
import { sellersPage } from "./sellers-page";

Object.assign(process.env, testEnv());

const query: SellerQuery = { q: "", sort: "displayName", page: 1, size: 20 };
type List = ReturnType<typeof fakeList>;
const page = ({ reader }: List, wanted: Partial<SellerQuery> = {}) =>
  sellersPage(reader, { person: "p1" }, { ...query, ...wanted });
const idsOf = ({ sellers }: SellerPage) => sellers.map(({ id }) => id);
const ids = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => `s${from + n}`);
/** The numbers of the pages that were asked for. */
const pages = ({ calls }: List, name = "page") => calls.map((params) => Number(params.get(name)));

/** One in ten has no name. */
const unnamed = (count: number) =>
  Array.from({ length: count }, (_, n) => fakeSeller(n, n % 10 === 0 ? {} : { firstName: "Ewa" }));

function narrowed(count: number, longest?: number) {
  let running = 0;
  const most = { running: 0 };
  const sellers = unnamed(count);
  const list = fakeList(async (params) => {
    running += 1;
    most.running = Math.max(most.running, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    return paged(sellers, params, longest);
  });
  return { list, most };
}
const unnamedPage = ({ list }: ReturnType<typeof narrowed>, number: number) =>
  page(list, { names: "none", page: number });

test("a filter that the backend doesn't know is applied here, with four calls at once", async () => {
  const source = narrowed(12_345);
  const answer = await unnamedPage(source, 3);
  expect(idsOf(answer)).toEqual(Array.from({ length: 20 }, (_, n) => `s${(40 + n) * 10}`));
  expect(answer).toMatchObject({ total: 1_235, page: 3 });
  expect(answer).not.toHaveProperty("scannedCount");
  expect(source.list.calls).toHaveLength(13);
  expect(source.most.running).toBe(4);
});

test("a page beyond the last is the last", async () => {
  expect(await unnamedPage(narrowed(1_250), 900)).toMatchObject({ total: 125, page: 7, sellers: { length: 5 } });
  expect(await unnamedPage(narrowed(2_000), 900)).toMatchObject({ total: 200, page: 10, sellers: { length: 20 } });
  expect(await unnamedPage(narrowed(0), 5)).toEqual({ sellers: [], total: 0, page: 1 });
});

test("a scan goes by the backend's own length of a page", async () => {
  const source = narrowed(250, 100);
  expect(await unnamedPage(source, 1)).toMatchObject({ total: 25, sellers: { length: 20 } });
  expect(source.list.calls).toHaveLength(3);
});

test("a scan stops after 50,000 sellers and says so", async () => {
  const source = narrowed(200_000);
  expect(await unnamedPage(source, 1)).toMatchObject({ total: 5_000, scannedCount: 50_000 });
  expect(source.list.calls).toHaveLength(50);
}, 60_000);

test("a scan stops when its time is over and says so", async () => {
  let now = 0;
  const real = performance.now.bind(performance);
  performance.now = () => {
    now += 20_000;
    return now;
  };
  try {
    const source = narrowed(20_000);
    expect(await unnamedPage(source, 1)).toMatchObject({ total: 100, scannedCount: 1_000 });
    expect(source.list.calls).toHaveLength(1);
  } finally {
    performance.now = real;
  }
});

/** The first two of each five have one MPK. */
const doubled = (count: number) =>
  Array.from({ length: count }, (_, n) => fakeSeller(n, n % 5 < 2 ? { mpk: `P${Math.floor(n / 5)}` } : {}));

test.each([
  ["pages", (rows: object[]) => fakeList((params) => paged(rows, params, 100))],
  ["answers with everything", (rows: object[]) => fakeList(() => ({ body: rows }))],
])("on a backend that %s sellers with one MPK are found among all, and narrowed", async (_how, listOf) => {
  const list = listOf(doubled(1_000).with(992, fakeSeller(992, { mpk: "p0", accountEnabled: false })));
  const all = await page(list, { same: "mpk" });
  expect(all).toMatchObject({ total: 401, sellers: { length: 20 } });
  expect(idsOf(all).slice(0, 5)).toEqual(["s0", "s1", "s992", "s5", "s6"]);
  expect(idsOf(await page(list, { same: "mpk", status: "inactive" }))).toEqual(["s992"]);
  expect(idsOf(await page(list, { same: "mpk", q: "s11@" }))).toEqual(["s11"]);
  expect((await page(list, { same: "email" })).total).toBe(0);
});

test("of more than 20,000 sellers the first are compared, in as many calls, and the page says so", async () => {
  const list = fakeList((params) => paged(doubled(60_000), params));
  expect(await page(list, { same: "mpk" })).toMatchObject({ total: 8_000, scannedCount: 20_000 });
  expect(list.calls).toHaveLength(20);
});

test("a seller that moves to a later page during a scan is listed once", async () => {
  const sellers = unnamed(3_000);
  const list = fakeList((params) => {
    const moved = params.get("page") === "2" ? sellers.with(1_000, sellers[990] as (typeof sellers)[0]) : sellers;
    return paged(moved, params);
  });
  expect((await page(list, { names: "none" })).total).toBe(299);
});

test("a failure during a scan is the answer", async () => {
  const list = fakeList((params) => (params.get("page") === "1" ? paged(unnamed(3_000), params) : { status: 500 }));
  await expect(page(list, { names: "none" })).rejects.toMatchObject({ status: 500 });
});

test("a backend that counts from page 0 under names of its own is asked once, in its words", async () => {
  const list = fakeList(
    (params) => {
      const start = Number(params.get("pageNumber")) * Number(params.get("limit"));
      return { body: { items: fakeSellers(320).slice(start, start + 20), totalCount: "320" } };
    },
    {
      params: { search: "q", accountEnabled: "enabled", sort: "orderBy", page: "pageNumber", pageSize: "limit" },
      firstPage: 0,
      sort: "suffix",
      listKey: "items",
      totalKey: "totalCount",
    },
  );
  const first = await page(list, { q: "sklep", status: "active", sort: "-mpk" });
  expect(first).toMatchObject({ total: 320, page: 1 });
  expect([...(list.calls[0] ?? [])]).toEqual([
    ["q", "sklep"],
    ["enabled", "true"],
    ["orderBy", "mpk desc"],
    ["pageNumber", "0"],
    ["limit", "20"],
  ]);
  expect(list.calls).toHaveLength(1);
  expect(idsOf(await page(list, { page: 16 }))).toEqual(ids(300, 320));
});

const names = { search: "search", accountEnabled: "accountEnabled", sort: "sort", page: "page", pageSize: "pageSize" };
const without = (...left: (keyof typeof names)[]) => ({
  params: { ...names, ...Object.fromEntries(left.map((name) => [name, ""])) },
});
/** Every third seller is inactive, and the backend gives them in an order of its own. */
const shuffled = (count: number) =>
  fakeSellers(count)
    .map((seller, n) => ({ ...seller, accountEnabled: n % 3 !== 0 }))
    .toSorted((a, b) => ((Number(a.id.slice(1)) * 7) % count) - ((Number(b.id.slice(1)) * 7) % count));

test("without a search the app searches", async () => {
  const list = fakeList((params) => paged(fakeSellers(2_500), params), without("search"));
  expect(await page(list, { q: "sklep 24" })).toMatchObject({ total: 154, sellers: { length: 20 } });
  expect(list.calls.some((params) => params.has("search") || params.has(""))).toBe(false);
});

test("without a filter of the status the app filters", async () => {
  const list = fakeList((params) => paged(shuffled(300), params), without("accountEnabled", "sort"));
  expect(await page(list, { status: "inactive" })).toMatchObject({ total: 100 });
  expect(list.calls.some((params) => params.has("accountEnabled") || params.has("sort"))).toBe(false);
});

test.each([
  ["no name for it", without("sort")],
  ["SELLERS_SORT=none", { ...without("sort"), sort: "none" as const }],
])("a list that the backend doesn't sort is sorted as a whole: %s", async (_name, contract) => {
  const list = fakeList((params) => paged(shuffled(2_345), params), contract);
  expect(idsOf(await page(list, { page: 3 }))).toEqual(ids(40, 60));
  expect(await page(list, { sort: "-displayName", page: 118 })).toMatchObject({ total: 2_345, page: 118 });
  expect(idsOf(await page(list, { sort: "-displayName" }))[0]).toBe("s2344");
  expect(await page(list, { status: "inactive", page: 2 })).toMatchObject({ total: 782, page: 2 });
});

test("20,000 sellers are sorted here and no more, and the list says so", async () => {
  const sellers = shuffled(25_000);
  const list = fakeList((params) => paged(sellers, params), without("sort"));
  const answer = await page(list);
  expect(answer).toMatchObject({ total: 20_000, scannedCount: 20_000 });
  expect(answer.everything).toBeUndefined();
}, 60_000);

test("without a page size the backend's own pages are cut anew", async () => {
  const rows = fakeSellers(320);
  const list = fakeList((params) => {
    const start = (Number(params.get("page")) - 1) * 25;
    return { body: { sellers: rows.slice(start, start + 25), total: 320 } };
  }, without("pageSize"));
  for (const size of [10, 20, 50, 100] as const) {
    for (const number of [1, 2, 3, Math.ceil(320 / size)]) {
      const answer = await page(list, { size, page: number });
      expect(idsOf(answer)).toEqual(ids((number - 1) * size, Math.min(320, number * size)));
      expect(answer).toMatchObject({ total: 320, page: number });
    }
  }
  expect(await page(list, { page: 900 })).toMatchObject({ page: 16 });
  expect(list.calls.some((params) => params.has("pageSize"))).toBe(false);
});

test("a backend with shorter pages than it was asked for loses no seller", async () => {
  const list = fakeList((params) => paged(fakeSellers(320), params, 30));
  expect(idsOf(await page(list, { size: 100 }))).toEqual(ids(0, 100));
  expect(idsOf(await page(list, { size: 100, page: 2 }))).toEqual(ids(100, 200));
  expect(idsOf(await page(list, { size: 100, page: 4 }))).toEqual(ids(300, 320));
});

test("a backend that refuses pages of 1,000 is read in pages of 100", async () => {
  const list = fakeList((params) =>
    Number(params.get("pageSize")) > 100 ? { status: 400 } : paged(unnamed(450), params),
  );
  expect(await page(list, { names: "none" })).toMatchObject({ total: 45 });
  expect(list.calls.map((params) => params.get("pageSize"))).toEqual(["1000", "100", "100", "100", "100", "100"]);
});

test.each([50, 15])("a backend that refuses pages of more than %i shows longer ones all the same", async (most) => {
  const list = fakeList((params) =>
    Number(params.get("pageSize")) > most ? { status: 400 } : paged(fakeSellers(320), params),
  );
  expect(idsOf(await page(list, { size: 100, page: 2 }))).toEqual(ids(100, 200));
  const { length } = list.calls;
  expect(idsOf(await page(list, { size: 100, page: 4 }))).toEqual(ids(300, 320));
  expect(list.calls.slice(length).every((params) => Number(params.get("pageSize")) <= most)).toBe(true);
});

test("a backend that refuses a request for another reason is asked a few times and no more", async () => {
  const list = fakeList(() => ({ status: 400 }));
  await expect(page(list, { size: 100 })).rejects.toMatchObject({ status: 400 });
  expect(list.calls.length).toBeLessThan(7);
});

test("without a page number everything comes in one answer", async () => {
  const list = fakeList(() => ({ body: { sellers: shuffled(320), total: 320 } }), without("page", "pageSize"));
  expect(idsOf(await page(list, { page: 2 }))).toEqual(ids(20, 40));
  expect([...(list.calls[0] ?? [])]).toEqual([["sort", "displayName"]]);
  expect(await page(list, { q: "sklep 31", status: "active" })).toMatchObject({ total: 9 });
});

test("a total that says more than came, without a way to ask for the rest, is refused", async () => {
  const list = fakeList(() => ({ body: { sellers: fakeSellers(50), total: 320 } }), without("page"));
  await expect(page(list)).rejects.toMatchObject({ kind: "notPaged", status: 502 });
});

test("without a page number, but with a page size, everything is asked for", async () => {
  const rows = fakeSellers(2_500);
  const cut = (most: number, total?: number) =>
    fakeList((params) => {
      const sellers = rows.slice(0, Math.min(most, Number(params.get("pageSize"))));
      return { body: { sellers, total } };
    }, without("page"));
  for (const total of [undefined, 2_500]) {
    const list = cut(20_001, total);
    expect(await page(list, { page: 125 })).toMatchObject({ total: 2_500, page: 125 });
    expect(list.calls.map((params) => params.get("pageSize"))).toEqual(["1000", "20001"]);
  }
  await expect(page(cut(1_000, 2_500))).rejects.toMatchObject({ kind: "notPaged" });
});

const linked = (rows: readonly object[], size: number, more: Record<string, string> = {}) =>
  fakeList(
    (params) => {
      const start = Number(params.get("after") ?? 0);
      const next = start + size;
      const link = `<http://inner.example/v1/sellers?after=${next}&token=a%2Cb>; title="a, b"; rel="prev next"`;
      return {
        body: rows.slice(start, next),
        headers: { ...(next < rows.length ? { Link: `<https://x/?after=0>; rel="first", ${link}` } : {}), ...more },
      };
    },
    without("page", "pageSize"),
  );

test("pages are read by their links, and only their query is followed", async () => {
  const list = linked(fakeSellers(320), 50);
  expect(idsOf(await page(list, { page: 3 }))).toEqual(ids(40, 60));
  expect(await page(list, { page: 3 })).toMatchObject({ total: 320, page: 3 });
  expect(list.calls.slice(0, 2).map(String)).toEqual(["sort=displayName", "after=50&token=a%2Cb"]);
});

test("with a total in a header, pages by links are read only as far as needed", async () => {
  const list = linked(fakeSellers(320), 50, { "X-Total-Count": "320" });
  expect(await page(list, { page: 3 })).toMatchObject({ total: 320, page: 3, sellers: { length: 20 } });
  expect(list.calls).toHaveLength(2);
});

test("a link that leads to itself ends", async () => {
  const link = { Link: '<?after=1>; rel="next"' };
  const list = fakeList(() => ({ body: fakeSellers(3), headers: link }), without("page"));
  expect(await page(list)).toMatchObject({ total: 3 });
  expect(list.calls.length).toBeLessThan(4);
});

test("a total in a header counts as one in the body", async () => {
  const rows = fakeSellers(320);
  const list = fakeList((params) => {
    const { sellers } = paged(rows, params).body as { sellers: object[] };
    return { body: sellers, headers: { "X-Total-Count": "320" } };
  });
  expect(await page(list, { page: 2 })).toMatchObject({ total: 320, page: 2, sellers: { length: 20 } });
  expect(pages(list)).toEqual([2, 1]);
});

const pageOnly = (count: number, more: (sellers: object[]) => object = () => ({})) =>
  fakeList((params) => {
    const { sellers } = paged(fakeSellers(count), params).body as { sellers: object[] };
    return { body: { sellers, ...more(sellers) } };
  });

test.each([320, 1_000, 1_500])("without a total %i sellers are counted by reading them", async (count) => {
  expect(await page(pageOnly(count), { page: 2 })).toMatchObject({ total: count, page: 2, sellers: { length: 20 } });
});

test.each([20, 40, 320])("a total that counts the page is not believed: %i sellers", async (count) => {
  const list = pageOnly(count, (sellers) => ({ total: sellers.length }));
  expect(await page(list, { page: 1 })).toMatchObject({ total: count, sellers: { length: 20 } });
  const last = Math.ceil(count / 20);
  expect(await page(list, { page: last })).toMatchObject({ total: count, page: last });
});

test.each([
  ["too low", 5],
  ["too high", 500],
])("a total that is %s ends nothing and promises nothing", async (_name, total) => {
  const list = pageOnly(320, () => ({ total }));
  expect(await page(list, { page: total > 320 ? 20 : 1 })).toMatchObject({ total: 320 });
});

test("a bare array of everything is asked for page 2 once, and then once for each list", async () => {
  const list = fakeList(() => ({ body: shuffled(320) }));
  expect(idsOf(await page(list, { page: 2 }))).toEqual(ids(20, 40));
  expect(list.calls).toHaveLength(2);
  await page(list, { page: 3 });
  expect(list.calls).toHaveLength(3);
});

test("a backend that refuses the page beyond its last has no more sellers", async () => {
  const list = fakeList((params) =>
    Number(params.get("page")) > 2 ? { status: 404 } : { body: paged(fakeSellers(40), params, 20).body },
  );
  expect(await page(list, { page: 2 })).toMatchObject({ total: 40 });
});

test("what is nested is found, and a field's own dots count first", async () => {
  const rows = fakeSellers(3);
  const nested = fakeList(() => ({ body: { data: { items: rows }, meta: { count: 3 } } }), {
    listKey: "data.items",
    totalKey: "meta.count",
  });
  expect(await page(nested)).toMatchObject({ total: 3 });
  const odata = fakeList(() => ({ body: { value: rows, "@odata.count": 3 } }), {
    listKey: "value",
    totalKey: "@odata.count",
  });
  expect(await page(odata)).toMatchObject({ total: 3 });
});
