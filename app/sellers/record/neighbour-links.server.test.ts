import fc from "fast-check";
import { expect, test } from "vitest";
import type { SellerQuery } from "~/domain/query";
import type { Seller, SellerPage } from "~/domain/seller";
import { fakeSeller } from "../../../test/support/fake-seller";
import { neighboursIn, neighbourWindow } from "./neighbour-links.server";

const all = (count: number): Seller[] => Array.from({ length: count }, (_, at) => fakeSeller(at, { id: `id-${at}` }));

const query = (page: number, size: number): SellerQuery => ({ q: "", sort: "displayName", page, size });

/** A backend's answer: a page, or the whole list. */
function answer(sellers: Seller[], { page, size }: SellerQuery, paging = true): SellerPage {
  const shown = sellers.slice((page - 1) * size, page * size);
  return { sellers: shown, total: sellers.length, page, ...(paging ? {} : { allMatches: sellers }) };
}

test.each([true, false])("Every record has its neighbours on a backend that pages: %s", (paging) => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3_000 }), fc.constantFrom(10, 20, 50, 100), fc.nat(), (count, size, some) => {
      const at = some % count;
      const sellers = all(count);
      const from = query(Math.floor(at / size) + 1, size);
      const asked = neighbourWindow(from);
      const found = neighboursIn(from, asked, answer(sellers, asked, paging), `id-${at}`);
      const page = (index: number) => Math.floor(index / size) + 1;
      expect(found?.previous).toEqual(
        at > 0 ? { id: `id-${at - 1}`, name: `Sklep ${at - 1}`, page: page(at - 1) } : undefined,
      );
      expect(found?.next).toEqual(
        at < count - 1 ? { id: `id-${at + 1}`, name: `Sklep ${at + 1}`, page: page(at + 1) } : undefined,
      );
      expect(found).toMatchObject({ position: at + 1, total: count });
    }),
  );
});

test("One answer of bounded size holds a page and both its neighbours", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.constantFrom(10, 20, 50, 100), (page, size) => {
      const asked = neighbourWindow(query(page, size));
      const begins = (asked.page - 1) * asked.size;
      expect(asked.size).toBeLessThanOrEqual(1_000);
      expect(begins).toBeLessThanOrEqual(Math.max(0, (page - 1) * size - 1));
      expect(begins + asked.size).toBeGreaterThan(page * size);
    }),
  );
});

test("A record that isn't in the list has no neighbours there", () => {
  const from = query(1, 20);
  expect(neighboursIn(from, from, answer(all(5), from), "id-9")).toBeUndefined();
});
