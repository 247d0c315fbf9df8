import { expect, test } from "vitest";
import { broadened, narrowing } from "./narrowing";

test("without a filter of ours there is nothing to narrow", () => {
  expect(narrowing({})).toBeUndefined();
});

test("a broader question holds all that a narrower one is about", () => {
  const query = { q: "", sort: "mpk", page: 3, size: 20 } as const;
  expect(broadened({ ...query, mpk: "007", names: "none" })).toEqual({ ...query, q: "007" });
  // What a backend makes of two things in one search nobody knows: the person's own goes first.
  expect(broadened({ ...query, q: "łódź", mpk: "007" })).toEqual({ ...query, q: "łódź" });
  expect(broadened({ ...query, names: "none" })).toEqual(query);
});
