import { expect, test } from "vitest";
import { backendQuery, localFilter } from "./local-filter";

test("without a filter of ours there is nothing to narrow", () => {
  expect(localFilter({})).toBeUndefined();
});

test("a broader question holds all that a narrower one is about", () => {
  const query = { q: "", sort: "mpk", page: 3, size: 20 } as const;
  expect(backendQuery({ ...query, mpk: "007", names: "none" })).toEqual({ ...query, q: "007" });
  // What a backend makes of two things in one search nobody knows: the person's own goes first.
  expect(backendQuery({ ...query, q: "łódź", mpk: "007" })).toEqual({ ...query, q: "łódź" });
  expect(backendQuery({ ...query, names: "none" })).toEqual(query);
});
