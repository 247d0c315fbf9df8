import fc from "fast-check";
import { expect, test } from "vitest";
import { sellerFilter } from "~/domain/local-filter";
import type { SellerQuery } from "~/domain/query";
import { collator } from "~/domain/seller-index";
import { readShapedQuery, shapedAnswer } from "../../../test/sandbox/backend-shape";
import { SellerStore } from "../../../test/sandbox/seller-store";
import type { BackendShape } from "../../../test/sandbox/types";
import { fakeList } from "../../../test/support/fake-list";
import { testEnv } from "../../../test/support/test-env";

Object.assign(process.env, testEnv());

const stores = new Map([0, 1, 20, 25, 40, 320].map((count) => [count, new SellerStore(undefined, count)]));

const shapes: fc.Arbitrary<BackendShape> = fc
  .record({
    params: fc.record({
      search: fc.constantFrom("q", ""),
      accountEnabled: fc.constantFrom("enabled", ""),
      sort: fc.constantFrom("orderBy", ""),
      page: fc.constantFrom("pageNumber", ""),
      pageSize: fc.constantFrom("limit", ""),
    }),
    paging: fc.constantFrom("number" as const, "offset" as const),
    firstPage: fc.constantFrom(0, 1),
    sort: fc.constantFrom("sign" as const, "suffix" as const, "comma" as const),
    directionParam: fc.constantFrom("", "_order"),
    list: fc.constantFrom("items", "data.items", ""),
    total: fc.constantFrom("totalCount", "meta.total", "header", "@odata.count"),
    ownPageSize: fc.constantFrom(7, 25, 400),
    longestPage: fc.constantFrom(15, 100, 30_000),
  })
  // An array has no room for a total beside it, and without pages there may be none.
  .map((shape) => (shape.list === "" ? { ...shape, total: shape.params.page ? "header" : "" } : shape))
  // An offset needs a page's size (env-fields.ts).
  .map((shape) => (shape.params.pageSize ? shape : { ...shape, paging: "number" as const }))
  .map((shape) => (shape.params.page ? shape : { ...shape, longestPage: 30_000 }));

const queries: fc.Arbitrary<Pick<SellerQuery, "q" | "status" | "mpk" | "sort" | "size">> = fc.record({
  q: fc.constantFrom("", "lodz", "nobody at all", "sklep"),
  status: fc.constantFrom(undefined, "active" as const, "inactive" as const),
  mpk: fc.constantFrom(undefined, "0", "00"),
  sort: fc.constantFrom("displayName" as const, "-displayName" as const, "mpk" as const, "-email" as const),
  size: fc.constantFrom(10, 20, 100),
});

function listOf(shape: BackendShape, store: SellerStore) {
  return fakeList(
    (params) => {
      const { json, headers } = shapedAnswer(shape, store.list(readShapedQuery(shape, params)), params);
      return { body: json, headers: headers as Record<string, string> };
    },
    {
      params: shape.params,
      paging: shape.paging,
      directionParam: shape.directionParam,
      firstPage: shape.firstPage,
      sort: shape.sort,
      listKey: shape.list,
      totalKey: shape.total === "header" ? "" : shape.total,
      maxPageSize: shape.longestPage,
    },
  );
}

test("Each page and export holds each match once, in order, on any backend", async () => {
  await fc.assert(
    fc.asyncProperty(shapes, fc.constantFrom(...stores.keys()), queries, async (shape, count, filter) => {
      const store = stores.get(count) as SellerStore;
      const list = listOf(shape, store);
      const matches = sellerFilter(filter) ?? (() => true);
      const expected = store.all().filter((seller) => matches(seller));
      const ids = new Set(expected.map(({ id }) => id));

      const exported: string[] = [];
      for await (const { sellers } of list.allMatching(filter)) exported.push(...sellers.map(({ id }) => id));
      expect(exported).toHaveLength(ids.size);
      expect(new Set(exported)).toEqual(ids);

      const listed: string[] = [];
      const values: string[] = [];
      const field = filter.sort.replace("-", "") as "displayName" | "mpk" | "email";
      for (let page = 1; page <= Math.max(1, Math.ceil(expected.length / filter.size)); page += 1) {
        const answer = await list.list({ ...filter, page });
        expect(answer).toMatchObject({ total: expected.length, page });
        listed.push(...answer.sellers.map(({ id }) => id));
        values.push(...answer.sellers.map((seller) => seller[field]));
      }
      expect(listed).toHaveLength(ids.size);
      expect(new Set(listed)).toEqual(ids);
      const direction = filter.sort.startsWith("-") ? -1 : 1;
      for (const [at, value] of values.entries()) {
        if (at > 0) expect(direction * collator.compare(values[at - 1] as string, value)).toBeLessThanOrEqual(0);
      }
      expect((await list.list({ ...filter, page: 900 })).total).toBe(expected.length);
    }),
    { numRuns: 200 },
  );
});
