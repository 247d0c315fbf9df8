import type { IncomingMessage } from "node:http";
import fc from "fast-check";
import { expect, test } from "vitest";
import { collator } from "~/domain/collation";
import { sellerFilter } from "~/domain/local-filter";
import type { SellerQuery } from "~/domain/query";
import { type BackendShape, readShapedQuery, shapedAnswer } from "../../../test/sandbox/backend-shape";
import { SellerStore } from "../../../test/sandbox/seller-store";
import { fakeList } from "../../../test/support/fake-list";
import { testEnv } from "../../../test/support/test-env";
import { matchingSellers } from "./matching-sellers";
import { sellersPage } from "./sellers-page";

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
    firstPage: fc.constantFrom(0, 1),
    sort: fc.constantFrom("sign" as const, "suffix" as const),
    list: fc.constantFrom("items", "data.items", ""),
    total: fc.constantFrom("totalCount", "meta.total", "header", ""),
    hasLinks: fc.boolean(),
    ownPageSize: fc.constantFrom(7, 25, 400),
  })
  // An array has no room for a total beside it.
  .map((shape) => (shape.list === "" && shape.total !== "header" ? { ...shape, total: "" } : shape));

const queries: fc.Arbitrary<Pick<SellerQuery, "q" | "status" | "mpk" | "sort" | "size">> = fc.record({
  q: fc.constantFrom("", "lodz", "nobody at all", "sklep"),
  status: fc.constantFrom(undefined, "active" as const, "inactive" as const),
  mpk: fc.constantFrom(undefined, "0", "00"),
  sort: fc.constantFrom("displayName" as const, "-displayName" as const, "mpk" as const, "-email" as const),
  size: fc.constantFrom(10, 20, 100),
});

const lies: Record<string, (total: number, rows: number) => number> = {
  none: (total) => total,
  "counts the page": (_total, rows) => rows,
  "too high": (total) => 2 * total + 7,
  // A full page that ends the list by its total can't be told from the last one.
  "too low": (total) =>
    [total >> 1, (total >> 1) + 1].find((low) => low < total && low % 7 > 0 && low % 25 > 0) ?? total,
};

test("on any backend, each page and export holds each matching seller once and in order", async () => {
  await fc.assert(
    fc.asyncProperty(
      shapes,
      fc.constantFrom(...stores.keys()),
      queries,
      fc.constantFrom(...Object.keys(lies)),
      async (shape, count, filter, lie) => {
        // Without pages, too high a total looks like sellers that can't be asked for, and is
        // refused.
        fc.pre(lie !== "too high" || shape.params.page !== "" || shape.total === "");
        const store = stores.get(count) as SellerStore;
        const contract = {
          params: shape.params,
          firstPage: shape.firstPage,
          sort: shape.sort,
          listKey: shape.list,
          totalKey: shape.total === "header" ? "" : shape.total,
        };
        const { reader } = fakeList((params) => {
          const request = { url: `/api/sellers?${params}`, headers: { host: "backend" } } as unknown as IncomingMessage;
          let stated = 0;
          const { json, headers } = shapedAnswer(shape, request, readShapedQuery(shape, params), (query) => {
            const page = store.list(query);
            stated = lies[lie]?.(page.total, page.sellers.length) ?? page.total;
            return page;
          });
          const body = json as Record<string, unknown>;
          if (shape.total === "totalCount") body.totalCount = stated;
          if (shape.total === "meta.total") body.meta = { total: stated };
          return {
            body,
            headers: shape.total === "header" ? { ...headers, "x-total-count": String(stated) } : headers,
          };
        }, contract);
        const matches = sellerFilter(filter) ?? (() => true);
        const expected = store.all().filter((seller) => matches(seller));
        const ids = new Set(expected.map(({ id }) => id));

        const exported: string[] = [];
        for await (const { sellers } of matchingSellers(reader, { person: "p" }, filter))
          exported.push(...sellers.map(({ id }) => id));
        expect(exported).toHaveLength(ids.size);
        expect(new Set(exported)).toEqual(ids);
        // Of such a total a single page can't tell.
        if (lie.startsWith("too")) return;

        const listed: string[] = [];
        const values: string[] = [];
        const field = filter.sort.replace("-", "") as "displayName" | "mpk" | "email";
        for (let page = 1; page <= Math.max(1, Math.ceil(expected.length / filter.size)); page += 1) {
          const answer = await sellersPage(reader, { person: "p" }, { ...filter, page });
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
        expect((await sellersPage(reader, { person: "p" }, { ...filter, page: 900 })).total).toBe(expected.length);
      },
    ),
    { numRuns: 200 },
  );
});
