import { expect, test } from "vitest";
import { isHistoryFiltered, parseHistoryFilter } from "./history-filter";

const filter = (query: string) => parseHistoryFilter(new URLSearchParams(query));

test("A value that isn't allowed filters nothing, and a long one is cut", () => {
  expect(filter("kind=delete&field=id&person=%20&seller=")).toEqual({ person: "", kind: "", field: "", seller: "" });
  expect(isHistoryFiltered(filter("kind=delete&from=2026-01-01"))).toBe(false);
  expect(isHistoryFiltered(filter("kind=undo"))).toBe(true);
  expect(isHistoryFiltered(filter("field=note"))).toBe(true);
  expect(filter(`person=${"a".repeat(5000)}`).person).toHaveLength(100);
});
