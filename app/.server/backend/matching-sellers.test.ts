import { expect, test } from "vitest";
import type { SellerFilter } from "~/domain/query";
import { type FakeAnswer, fakeList, fakeSeller, fakeSellers, paged } from "../../../test/support/fake-list";
import { testEnv } from "../../../test/support/test-env";
import type { ListContract } from "./contract/list-contract";
import { matchingSellers, TooLong } from "./matching-sellers";

Object.assign(process.env, testEnv());

type List = ReturnType<typeof fakeList>;
const asking = { person: "p1" };
const query = { q: "", sort: "displayName" } as const;

/** A backend whose pages hold at most `longest` rows of what `sellers` gives at its nth call. */
function paging(sellers: (call: number) => object[], longest = 500, contract: Partial<ListContract> = {}): List {
  let calls = 0;
  return fakeList((params) => {
    calls += 1;
    if (calls > 2_000) throw new Error("asked for ever");
    return paged(sellers(calls), params, longest);
  }, contract);
}
const everything = (sellers: readonly object[]) => fakeList(() => ({ body: sellers }));

async function batchesOf({ reader }: List, filter: Partial<SellerFilter> = {}) {
  const batches = [];
  for await (const batch of matchingSellers(reader, asking, { ...query, ...filter })) batches.push(batch);
  return batches;
}
async function idsOf(list: List, filter?: Partial<SellerFilter>): Promise<string[]> {
  return (await batchesOf(list, filter)).flatMap(({ sellers }) => sellers.map(({ id }) => id));
}
async function lengthsOf(list: List, filter?: Partial<SellerFilter>): Promise<number[]> {
  return (await batchesOf(list, filter)).map(({ sellers }) => sellers.length);
}
const ids = (count: number) => fakeSellers(count).map(({ id }) => id);

test("reads a paging backend to its end, in order", async () => {
  const list = paging(() => fakeSellers(1_250));
  expect(await idsOf(list)).toEqual(ids(1_250));
  expect(list.calls.map((params) => [params.get("page"), params.get("pageSize")])).toEqual([
    ["1", "500"],
    ["2", "500"],
    ["3", "500"],
  ]);
});

test("sellers with the same value come side by side, however the backend pages", async () => {
  const rows = fakeSellers(1_250).with(1_249, fakeSeller(1_249, { mpk: "00003" }));
  for (const list of [paging(() => rows), everything(rows)]) {
    expect(await batchesOf(list, { same: "mpk" })).toMatchObject([
      { sellers: [{ id: "s3" }, { id: "s1249" }], total: 2 },
    ]);
    expect(await batchesOf(list, { same: "email" })).toEqual([{ sellers: [], total: 0 }]);
  }
});

test("of a list that is too long nobody is said to be all who share a value", async () => {
  const list = paging(() => fakeSellers(20_001), 1_000);
  await expect(batchesOf(list, { same: "mpk" })).rejects.toThrow(TooLong);
});

test("goes by the backend's own length of a page", async () => {
  expect(await idsOf(paging(() => fakeSellers(250), 100))).toEqual(ids(250));
});

test("gives everything of a backend that doesn't page", async () => {
  const list = everything(fakeSellers(2_345));
  expect(new Set(await idsOf(list)).size).toBe(2_345);
  expect(list.calls).toHaveLength(2);
  await idsOf(list);
  expect(list.calls).toHaveLength(3);
});

test("looking through everything lets other requests in between", async () => {
  const batches = matchingSellers(everything(fakeSellers(20_000)).reader, asking, query);
  await batches.next();
  let turns = 0;
  const count = () => {
    turns += 1;
    immediate = setImmediate(count);
  };
  let immediate = setImmediate(count);
  for await (const _batch of batches);
  clearImmediate(immediate);
  expect(turns).toBeGreaterThanOrEqual(19);
});

test("gives no seller twice when one is added between two pages", async () => {
  const added = [fakeSeller(9_999), ...fakeSellers(1_500)];
  const found = await idsOf(paging((call) => (call === 1 ? fakeSellers(1_500) : added)));
  expect(new Set(found).size).toBe(found.length);
  expect(found).toHaveLength(1_501);
});

test("misses no seller when one of an earlier page is deleted", async () => {
  const found = await idsOf(paging((call) => (call === 1 ? fakeSellers(1_500) : fakeSellers(1_500).slice(1))));
  expect(new Set(found)).toEqual(new Set(ids(1_500)));
});

test("gives one empty batch when nothing matches", async () => {
  expect(await batchesOf(paging(() => []))).toEqual([{ sellers: [], total: 0 }]);
  expect(await batchesOf(everything([]))).toEqual([{ sellers: [], total: 0 }]);
  expect(await batchesOf(everything(fakeSellers(3)), { mpk: "9" })).toEqual([{ sellers: [], total: 0 }]);
  expect(await batchesOf(paging(() => [], 500, unsorted))).toEqual([{ sellers: [], total: 0 }]);
});

test("asks for no page beyond the last, and gives no batch without sellers", async () => {
  const full = paging(() => fakeSellers(1_000));
  expect(await lengthsOf(full)).toEqual([500, 500]);
  expect(full.calls).toHaveLength(2);
  // The filter is the app's own: of three pages, only the second holds matches.
  expect(
    await lengthsOf(
      paging(() => fakeSellers(2_500)),
      { mpk: "015" },
    ),
  ).toEqual([0, 100]);
  const last = fakeSellers(3_000).map((each, n) => (n < 2_990 ? { ...each, firstName: "Ewa" } : each));
  expect(await lengthsOf(everything(last), { names: "none" })).toEqual([10]);
});

test("a backend that counts more than it has is read twice and no more", async () => {
  const list = fakeList((params) => ({
    body: { ...(paged(fakeSellers(900), params).body as object), total: 1_000 },
  }));
  expect(await lengthsOf(list)).toEqual([500, 400]);
  expect(list.calls).toHaveLength(4);
});

test("a backend that counts a million and has few is asked for no million", async () => {
  const list = fakeList((params) => ({
    body: { ...(paged(fakeSellers(900), params).body as object), total: 1_000_000 },
  }));
  expect(await lengthsOf(list)).toEqual([500, 400]);
  expect(list.calls.length).toBeLessThan(8);
});

test("a backend that counts sellers and gives none is asked twice and no more", async () => {
  const list = fakeList(() => ({ body: { sellers: [], total: 5 } }));
  expect(await lengthsOf(list)).toEqual([0]);
  expect(list.calls).toHaveLength(2);
});

test.each([
  ["pages", (sellers: object[]) => paging(() => sellers)],
  ["doesn't page", everything],
])("filters by itself what a backend that %s doesn't know", async (_name, backend) => {
  const sellers = fakeSellers(2_500).map((each, n) => (n % 2 === 0 ? { ...each, firstName: "Ewa" } : each));
  const list = backend(sellers);
  const batches = await batchesOf(list, { mpk: "02", names: "none" });
  const found = batches.flatMap((batch) => batch.sellers.map(({ id }) => id));
  expect(found).toEqual(ids(2_500).filter((_id, n) => n % 2 === 1 && String(n).padStart(5, "0").startsWith("02")));
  expect(batches.at(-1)?.total).toBe(found.length);
  for (const params of list.calls) expect([params.has("mpk"), params.has("names")]).toEqual([false, false]);
});

test("says when the backend fails in the middle", async () => {
  const list = fakeList((params) => (params.get("page") === "2" ? { status: 500 } : paged(fakeSellers(1_500), params)));
  await expect(idsOf(list)).rejects.toMatchObject({ status: 500 });
});

const names = { search: "search", accountEnabled: "accountEnabled", sort: "sort", page: "page", pageSize: "pageSize" };
const unsorted = { params: { ...names, sort: "" } };

test("sorts what the backend doesn't sort, up to 20,000 sellers; beyond, all come in the backend's order", async () => {
  const reversed = fakeSellers(1_500).toReversed();
  expect(await idsOf(paging(() => reversed, 500, unsorted))).toEqual(ids(1_500));
  expect(
    (
      await batchesOf(
        paging(() => reversed, 500, unsorted),
        { mpk: "014" },
      )
    )[0]?.total,
  ).toBe(100);
  const many = fakeSellers(20_500).toReversed();
  expect(await idsOf(paging(() => many, 500, unsorted))).toEqual(ids(20_500).toReversed());
}, 60_000);

test("reads all pages without a total, and all that links lead to", async () => {
  const rows = fakeSellers(320);
  const uncounted = fakeList((params) => ({ body: (paged(rows, params, 100).body as { sellers: object[] }).sellers }));
  expect(await idsOf(uncounted)).toEqual(ids(320));
  const answer = (params: URLSearchParams): FakeAnswer => {
    const start = Number(params.get("after") ?? 0);
    const next = start + 100 < 320 ? { Link: `</api/sellers?after=${start + 100}>; rel=next` } : undefined;
    return { body: rows.slice(start, start + 100), headers: next };
  };
  expect(await idsOf(fakeList(answer))).toEqual(ids(320));
  expect(await idsOf(fakeList(answer, { params: { ...names, page: "", search: "" } }), { q: "sklep 31" })).toHaveLength(
    fakeSellers(320).filter(({ displayName, mpk }) => `${displayName} ${mpk}`.includes("31")).length,
  );
});

test("reads a backend's own pages to their end", async () => {
  const list = fakeList(
    (params) => {
      const start = Number(params.get("page")) * 25;
      return { body: { sellers: fakeSellers(320).slice(start, start + 25), total: 320 } };
    },
    { params: { ...names, pageSize: "" }, firstPage: 0 },
  );
  expect(await idsOf(list)).toEqual(ids(320));
});
