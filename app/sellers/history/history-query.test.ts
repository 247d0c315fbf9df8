import { expect, test } from "vitest";
import {
  countFilters,
  type HistoryPlace,
  newerPlace,
  olderPlace,
  parseHistoryFilter,
  parseHistoryPlace,
  printHistoryPlace,
} from "./history-query";

const filter = (query: string) => parseHistoryFilter(new URLSearchParams(query));

test("A value that isn't allowed filters nothing, and a long one is cut", () => {
  expect(filter("kind=delete&field=id&person=%20&seller=")).toEqual({ person: "", kind: "", field: "", seller: "" });
  const count = (query: string, from = "", period: "" | "days" | "week" = "") =>
    countFilters({ filter: filter(query), range: { period, from, to: "" } });
  expect(count("kind=delete")).toBe(0);
  expect(count("kind=undo")).toBe(1);
  expect(count("kind=undo&field=note&person=x")).toBe(3);
  expect(count("seller=x", "2026-01-01", "days")).toBe(2);
  expect(count("", "", "days")).toBe(0);
  expect(count("", "", "week")).toBe(1);
  expect(filter(`person=${"a".repeat(5000)}`).person).toHaveLength(100);
});

const cursor = (n: number) => `${1_795_000_000_000 + n}.-_aZ09xy`;

const throughUrl = (place: HistoryPlace) => parseHistoryPlace(new URLSearchParams(printHistoryPlace(place)));

test("The way back goes page by page to the first as it was", () => {
  const first = parseHistoryPlace(new URLSearchParams());
  const second = throughUrl(olderPlace(first, cursor(2), 1_000));
  const third = throughUrl(olderPlace(second, cursor(3), 2_000));
  const fourth = throughUrl(olderPlace(third, cursor(4), 3_000));
  expect(fourth).toEqual({ before: cursor(4), asOf: 1_000, trail: [cursor(2), cursor(3)] });
  expect(newerPlace(fourth)).toEqual(third);
  expect(newerPlace(third)).toEqual(second);
  expect(newerPlace(second)).toEqual({ asOf: 1_000, trail: [] });
  expect(newerPlace(first)).toBeUndefined();
});

test("The trail is bounded and ignores what isn't a cursor", () => {
  let place: HistoryPlace = { trail: [] };
  for (let page = 2; page <= 50; page += 1) place = throughUrl(olderPlace(place, cursor(page), 1));
  expect(place.trail).toHaveLength(20);
  expect(place.trail.at(-1)).toBe(cursor(49));
  const odd = parseHistoryPlace(
    new URLSearchParams({ before: cursor(2), asOf: "wczoraj", trail: `${cursor(3)}*<b>**${cursor(4)}` }),
  );
  expect(odd).toEqual({ before: cursor(2), trail: [cursor(3), cursor(4)] });
  expect(parseHistoryPlace(new URLSearchParams({ before: "made up", trail: cursor(3) }))).toEqual({ trail: [] });
});
