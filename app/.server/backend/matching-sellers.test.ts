import { expect, test } from "vitest";
import type { SellerFilter } from "~/domain/query";
import { fakeList, paged, withoutParameters } from "../../../test/support/fake-list";
import { fakeSeller, fakeSellers } from "../../../test/support/fake-seller";
import { testEnv } from "../../../test/support/test-env";
import type { ListContract } from "./contract/list-contract";

Object.assign(process.env, testEnv());

type List = ReturnType<typeof fakeList>;
const query = { q: "", sort: "displayName" } as const;

/** A backend whose pages hold what `sellers` gives at its nth call. */
function paging(sellers: (call: number) => object[], contract: Partial<ListContract> = {}): List {
  let calls = 0;
  return fakeList((params) => {
    calls += 1;
    if (calls > 2_000) throw new Error("asked for ever");
    return paged(sellers(calls), params);
  }, contract);
}
const everything = (sellers: readonly object[]) => fakeList(() => ({ body: sellers }));

async function batchesOf({ allMatching }: List, filter: Partial<SellerFilter> = {}) {
  const batches = [];
  for await (const batch of allMatching({ ...query, ...filter })) batches.push(batch);
  return batches;
}
/** The ids that came, and how many are said to be missing. */
async function readingOf({ allMatching }: List, filter: Partial<SellerFilter> = {}) {
  const ids: string[] = [];
  try {
    for await (const { sellers } of allMatching({ ...query, ...filter })) ids.push(...sellers.map(({ id }) => id));
    return { ids, missing: 0 };
  } catch (error) {
    expect(error).toMatchObject({ kind: "incomplete", status: 503 });
    return { ids, missing: (error as { missing: number }).missing };
  }
}
const ids = (count: number) => fakeSellers(count).map(({ id }) => id);

test("A list is read to its end in order, each page once", async () => {
  const list = paging(() => fakeSellers(1_250));
  expect(await readingOf(list)).toEqual({ ids: ids(1_250), missing: 0 });
  expect(list.calls.map((params) => [params.get("page"), params.get("pageSize")])).toEqual([
    ["1", "500"],
    ["2", "500"],
    ["3", "500"],
  ]);
});

test("Sellers in an unstable order come once, and others are missing", async () => {
  const rows = fakeSellers(1_700);
  const list = paging((call) => (call === 1 ? rows : rows.toReversed()));
  const { ids: found, missing } = await readingOf(list);
  expect([found.length, new Set(found).size, missing]).toEqual([1_200, 1_200, 500]);
});

test("Sellers whom no page held are counted as missing", async () => {
  const list = fakeList((params) => ({ body: { ...(paged(fakeSellers(900), params).body as object), total: 1_000 } }));
  expect(await readingOf(list)).toEqual({ ids: ids(900), missing: 100 });
  expect(list.calls).toHaveLength(3);
});

test("A backend that counts a million but has few is refused at its end", async () => {
  const list = fakeList((params) => ({
    body: { ...(paged(fakeSellers(900), params).body as object), total: 1_000_000 },
  }));
  await expect(batchesOf(list)).rejects.toMatchObject({ kind: "contract", contradiction: "pageTooShort" });
  expect(list.calls).toHaveLength(2);
});

test("A seller added between two pages makes nobody come twice", async () => {
  const added = [fakeSeller(9_999), ...fakeSellers(1_500)];
  const { ids: found, missing } = await readingOf(paging((call) => (call === 1 ? fakeSellers(1_500) : added)));
  expect([found.length, new Set(found).size, missing]).toEqual([1_500, 1_500, 1]);
});

test("A seller deleted from a page that was read leaves one missing", async () => {
  const list = paging((call) => (call === 1 ? fakeSellers(1_500) : fakeSellers(1_500).slice(1)));
  const { ids: found, missing } = await readingOf(list);
  expect([found.length, new Set(found).size, missing]).toEqual([1_499, 1_499, 1]);
});

test("A filter that is ignored midway yields no duplicate and no stranger", async () => {
  const rows = fakeSellers(1_500);
  const list = fakeList((params) => {
    const isHeeded = params.has("search") && Number(params.get("page")) < 2;
    return paged(isHeeded ? rows.filter(({ mpk }) => mpk.startsWith("00")) : rows, params);
  });
  const expected = rows.filter(({ mpk }) => mpk.includes("00")).map(({ id }) => id);
  const { ids: found, missing } = await readingOf(list, { q: "00" });
  expect([found.toSorted(), missing]).toEqual([expected.toSorted(), 0]);
});

test("A backend that ignores the page's number leaves other sellers missing", async () => {
  const first = (params: URLSearchParams) => new URLSearchParams({ ...Object.fromEntries(params), page: "1" });
  const list = fakeList((params) => paged(fakeSellers(1_500), first(params)));
  expect(await readingOf(list)).toEqual({ ids: ids(500), missing: 1_000 });
});

test("An empty list is one empty batch", async () => {
  for (const list of [paging(() => []), everything([]), paging(() => [], unsorted)]) {
    expect(await batchesOf(list)).toEqual([{ sellers: [], total: 0 }]);
  }
  expect(await batchesOf(everything(fakeSellers(3)), { mpk: "9" })).toEqual([{ sellers: [], total: 0 }]);
});

const unsorted = withoutParameters("sort");

test("The app sorts up to 20,000 sellers, and leaves more as they come", async () => {
  const reversed = fakeSellers(1_500).toReversed();
  expect((await readingOf(paging(() => reversed, unsorted))).ids).toEqual(ids(1_500));
  const many = fakeSellers(20_500).toReversed();
  expect((await readingOf(paging(() => many, unsorted))).ids).toEqual(ids(20_500).toReversed());
});

test("A long list lets other requests run in between", async () => {
  const batches = everything(fakeSellers(20_000)).allMatching(query);
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
