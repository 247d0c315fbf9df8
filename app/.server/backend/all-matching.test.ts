import { expect, test, vi } from "vitest";
import type { SellerQuery } from "~/domain/query";
import type { Seller, SellerPage } from "~/domain/seller";
import { SellerIndex } from "~/domain/seller-index";
import { testEnv } from "../../../test/support/test-env";
import { inSlices } from "../in-slices";
import { allMatching } from "./all-matching";

Object.assign(process.env, testEnv());

const seller = (n: number): Seller => ({
  id: `s${n}`,
  displayName: `Sklep ${n}`,
  email: `s${n}@example.pl`,
  accountEnabled: true,
  mpk: String(n).padStart(5, "0"),
});
const many = (count: number) => Array.from({ length: count }, (_, n) => seller(n));
const query = { q: "", sort: "displayName" } as const;

/** A backend whose pages hold at most `longest` rows of what `sellers` gives at its nth call. */
function paging(sellers: (call: number) => Seller[], longest = 500) {
  let calls = 0;
  return vi.fn(async ({ page, size }: SellerQuery): Promise<SellerPage> => {
    calls += 1;
    const all = sellers(calls);
    const length = Math.min(size, longest);
    return { sellers: all.slice((page - 1) * length, page * length), total: all.length, page };
  });
}

async function idsOf(list: (query: SellerQuery) => Promise<SellerPage>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { sellers } of allMatching({ list }, query)) ids.push(...sellers.map(({ id }) => id));
  return ids;
}

test("reads a paging backend to its end, in order", async () => {
  const list = paging(() => many(1_250));
  expect(await idsOf(list)).toEqual(many(1_250).map(({ id }) => id));
  expect(list.mock.calls.map(([{ page, size }]) => [page, size])).toEqual([
    [1, 500],
    [2, 500],
    [3, 500],
  ]);
});

test("goes by the backend's own length of a page", async () => {
  expect(await idsOf(paging(() => many(250), 100))).toEqual(many(250).map(({ id }) => id));
});

test("asks a backend that doesn't page once", async () => {
  const index = new SellerIndex(many(2_345));
  const list = vi.fn((asked: SellerQuery) => inSlices(index.find(asked)));
  expect(new Set(await idsOf(list)).size).toBe(2_345);
  expect(list).toHaveBeenCalledTimes(1);
});

test("looking through everything lets others in between", async () => {
  const list = vi.fn((asked: SellerQuery) => inSlices(new SellerIndex(many(20_000)).find(asked)));
  const batches = allMatching({ list }, query);
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

test("gives nothing twice when a record comes in between pages", async () => {
  const ids = await idsOf(paging((call) => (call === 1 ? many(1_500) : [seller(9_999), ...many(1_500)])));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toHaveLength(1_501);
});

test("misses nothing when a record of an earlier page goes", async () => {
  const ids = await idsOf(paging((call) => (call === 1 ? many(1_500) : many(1_500).slice(1))));
  expect(new Set(ids)).toEqual(new Set(many(1_500).map(({ id }) => id)));
});

test("gives one empty batch when nothing matches", async () => {
  const batches = [];
  for await (const batch of allMatching({ list: paging(() => []) }, query)) batches.push(batch);
  expect(batches).toEqual([{ sellers: [], total: 0 }]);
});

async function batchesOf(list: (query: SellerQuery) => Promise<SellerPage>, filter: object = {}): Promise<number[]> {
  const lengths: number[] = [];
  for await (const { sellers } of allMatching({ list }, { ...query, ...filter })) lengths.push(sellers.length);
  return lengths;
}

test("asks for no page beyond the last, and gives no batch without sellers", async () => {
  const full = paging(() => many(1_000));
  expect(await batchesOf(full)).toEqual([500, 500]);
  expect(full).toHaveBeenCalledTimes(2);
  // The filter is the app's own: of three pages that come, only the second holds what it asks for.
  expect(
    await batchesOf(
      paging(() => many(2_500)),
      { mpk: "015" },
    ),
  ).toEqual([0, 100]);
  // Of three thousand that come at once, only the last ten.
  const index = new SellerIndex(many(3_000).map((each, n) => (n < 2_990 ? { ...each, firstName: "Ewa" } : each)));
  expect(await batchesOf((asked) => inSlices(index.find(asked)), { names: "none" })).toEqual([0, 10]);
});

test("a backend that counts more than it has is read twice and no more", async () => {
  const list = vi.fn(async ({ page, size }: SellerQuery): Promise<SellerPage> => {
    if (list.mock.calls.length > 20) throw new Error("asked for ever");
    return { sellers: many(900).slice((page - 1) * size, page * size), total: 1_000, page };
  });
  expect(await batchesOf(list)).toEqual([500, 400]);
  expect(list).toHaveBeenCalledTimes(4);
});

test("a backend that counts sellers and gives none is asked twice and no more", async () => {
  const list = vi.fn(async ({ page }: SellerQuery): Promise<SellerPage> => {
    if (list.mock.calls.length > 20) throw new Error("asked for ever");
    return { sellers: [], total: 5, page };
  });
  expect(await batchesOf(list)).toEqual([0]);
  expect(list).toHaveBeenCalledTimes(2);
});

test.each([
  ["pages", (sellers: Seller[]) => paging(() => sellers)],
  [
    "doesn't page",
    (sellers: Seller[]) => vi.fn((asked: SellerQuery) => inSlices(new SellerIndex(sellers).find(asked))),
  ],
])("filters by itself what a backend that %s doesn't know", async (_name, backend) => {
  const sellers = many(2_500).map((each, n) => (n % 2 === 0 ? { ...each, firstName: "Ewa" } : each));
  const list = backend(sellers);
  const batches = [];
  for await (const batch of allMatching({ list }, { ...query, mpk: "02", names: "none" })) batches.push(batch);
  const ids = batches.flatMap((batch) => batch.sellers.map(({ id }) => id));
  expect(ids).toEqual(sellers.filter(({ mpk, firstName }) => mpk.startsWith("02") && !firstName).map(({ id }) => id));
  expect(batches.at(-1)?.total).toBe(ids.length);
  for (const [asked] of list.mock.calls) {
    expect(asked).not.toHaveProperty("mpk");
    expect(asked).not.toHaveProperty("names");
  }
});

test("says when the backend fails in the middle", async () => {
  const list = paging(() => many(1_500));
  const answer = list.getMockImplementation() as typeof list;
  list.mockImplementationOnce(answer).mockRejectedValueOnce(new Error("gone"));
  await expect(idsOf(list)).rejects.toThrow("gone");
});
