import { expect, test } from "vitest";
import { type HistoryPlace, newerPlace, olderPlace, parseHistoryPlace, printHistoryPlace } from "./history-place";

const throughUrl = (place: HistoryPlace) => parseHistoryPlace(new URLSearchParams(printHistoryPlace(place)));

test("the way back is the way that was gone, page by page, to the first as it was", () => {
  const first = parseHistoryPlace(new URLSearchParams());
  const second = throughUrl(olderPlace(first, "p2", 1_000));
  const third = throughUrl(olderPlace(second, "p3", 2_000));
  const fourth = throughUrl(olderPlace(third, "p4", 3_000));
  expect(fourth).toEqual({ before: "p4", asOf: 1_000, trail: ["p2", "p3"] });
  expect(newerPlace(fourth)).toEqual(third);
  expect(newerPlace(third)).toEqual(second);
  expect(newerPlace(second)).toEqual({ asOf: 1_000, trail: [] });
  expect(newerPlace(first)).toBeUndefined();
});

test("the trail has an end, and what isn't one is none", () => {
  let place: HistoryPlace = { trail: [] };
  for (let page = 2; page <= 50; page += 1) place = throughUrl(olderPlace(place, `p${page}`, 1));
  expect(place.trail).toHaveLength(20);
  expect(place.trail.at(-1)).toBe("p49");
  const odd = parseHistoryPlace(new URLSearchParams({ before: "p2", asOf: "wczoraj", trail: "a.<b>..c" }));
  expect(odd).toEqual({ before: "p2", trail: ["a", "c"] });
});
