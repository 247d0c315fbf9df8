import { expect, test } from "vitest";
import { fakeSeller } from "../../test/support/fake-seller";
import { backendQuery, localFilter } from "./local-filter";
import type { Seller } from "./seller";

test("A query without a filter of ours has nothing to narrow", () => {
  expect(localFilter({}, new Set())).toBeUndefined();
});

const matches = (filter: Parameters<typeof localFilter>[0], fields: Partial<Seller>) =>
  localFilter(filter, new Set())?.(fakeSeller(123, fields));

test.each([
  ["00123", true],
  ["001", true],
  ["123", false],
  ["001234", false],
])("The beginning %s of the MPK 00123 matches: %s", (mpk, shown) => {
  expect(matches({ mpk }, {})).toBe(shown);
  expect(matches({ mpk }, { firstName: "Anna" })).toBe(shown);
});

test("An MPK of letters is found in either case", () => {
  expect(matches({ mpk: "łd" }, { mpk: "ŁD-1" })).toBe(true);
});

test("A seller with neither name counts as without names", () => {
  expect(matches({ names: "none" }, {})).toBe(true);
  expect(matches({ names: "none" }, { firstName: " ", surname: "  " })).toBe(true);
  expect(matches({ names: "none" }, { firstName: "Anna" })).toBe(false);
  expect(matches({ names: "none" }, { surname: "Nowak" })).toBe(false);
});

test("Two filters must both be met", () => {
  expect(matches({ mpk: "001", names: "none" }, {})).toBe(true);
  expect(matches({ mpk: "9", names: "none" }, {})).toBe(false);
  expect(matches({ mpk: "001", names: "none" }, { surname: "Nowak" })).toBe(false);
});

test("A broader query to the backend holds all of a narrower one", () => {
  const query = { q: "", sort: "mpk" } as const;
  expect(backendQuery({ ...query, mpk: "007", names: "none" })).toEqual({ ...query, q: "007" });
  // What a backend makes of two things in one search nobody knows: the person's own goes first.
  expect(backendQuery({ ...query, q: "łódź", mpk: "007" })).toEqual({ ...query, q: "łódź" });
  expect(backendQuery({ ...query, names: "none" })).toEqual(query);
});
