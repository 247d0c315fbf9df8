import { expect, test } from "vitest";
import { fakeSeller } from "../../test/support/fake-seller";
import { sellerFilter } from "./local-filter";
import type { Seller } from "./seller";
import { type Dates, sortByDate } from "./seller-moments";

const seller = (id: string, accountEnabled = true): Seller => fakeSeller(1, { id, accountEnabled });
const dates: Dates = {
  moments: new Map([
    ["old", { changed: 10 }],
    ["new", { added: 5, changed: 30 }],
    ["off", { changed: 20, disabledSince: 20 }],
    ["on again", { changed: 25, disabledSince: 15 }],
  ]),
  ranges: { changed: { from: 20, until: 30 }, disabledSince: { from: 0, until: 100 } },
};
const sellers = [seller("new"), seller("nobody"), seller("off", false), seller("old"), seller("on again")];
const ids = (found: Seller[]) => found.map(({ id }) => id);

test("A range holds its first moment, not its last, and no unknown date", () => {
  const matches = sellerFilter({ changed: "7d" }, dates) ?? (() => true);
  expect(ids(sellers.filter(matches))).toEqual(["off", "on again"]);
});

test("An account that was enabled elsewhere isn't disabled since any day", () => {
  const matches = sellerFilter({ disabledSince: "7d" }, dates) ?? (() => true);
  expect(ids(sellers.filter(matches))).toEqual(["off"]);
});

test("A filter by dates that were not looked up is refused", () => {
  expect(() => sellerFilter({ changed: "7d" })).toThrow("moments");
});

test("Sellers of unknown date stand last in either direction", () => {
  expect(ids(sortByDate(sellers, "changed", dates))).toEqual(["old", "off", "on again", "new", "nobody"]);
  expect(ids(sortByDate(sellers, "-changed", dates))).toEqual(["new", "on again", "off", "old", "nobody"]);
  const byAdded = ["new", "nobody", "off", "old", "on again"];
  expect(ids(sortByDate(sellers, "added", dates))).toEqual(byAdded);
  expect(ids(sortByDate(sellers, "-added", dates))).toEqual(byAdded);
});
