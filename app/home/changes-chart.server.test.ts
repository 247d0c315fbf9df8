import { expect, test } from "vitest";
import { entryOf, NOON } from "../../test/support/entries";
import { chartOf, countByDay } from "./changes-chart.server";

const whole = { isLive: false, hasBackendFailed: false, hasOmittedChanges: false };

test("Days without any change have no chart, unless some weren't read", () => {
  const entries = [entryOf("1", { at: Date.now() })];
  expect(chartOf({ entries, ...whole })?.days.at(-1)?.count).toBe(1);
  expect(chartOf({ entries: [], ...whole })).toBeNull();
  expect(chartOf({ entries: [], ...whole, hasOmittedChanges: true })?.isPartial).toBe(true);
});

/** A change of so many days ago. */
const at = (daysAgo: number) => entryOf(`${daysAgo}`, { at: NOON - daysAgo * 86_400_000 });

test("Changes are counted by Warsaw's days, today last, within 30 days", () => {
  // In Warsaw 22:30 UTC of yesterday is today.
  const entries = [at(0), at(13.5 / 24), at(1), at(29), at(30), at(31)];
  const { days, isPartial } = countByDay({ entries, ...whole }, NOON);
  expect(days).toHaveLength(30);
  expect(days.filter(({ count }) => count > 0)).toEqual([
    { day: "2026-04-11", count: 1 },
    { day: "2026-05-09", count: 1 },
    { day: "2026-05-10", count: 2 },
  ]);
  expect(isPartial).toBe(false);
});

test("Refused changes and those of unknown outcome aren't counted", () => {
  const entries = [at(0), { ...at(0), outcome: "failed" as const }, { ...at(0), outcome: "unknown" as const }];
  expect(countByDay({ entries, ...whole }, NOON).days.at(-1)?.count).toBe(1);
});

test.each([
  ["all were looked at", [at(3)], {}, false],
  ["older ones of these days weren't", [at(3)], { older: "3" }, true],
  ["only older ones than these days weren't", [at(3), at(31)], { older: "31" }, false],
  ["some sellers weren't asked for", [at(31)], { hasOmittedChanges: true }, true],
])("The count says whether it holds all changes: %s", (_why, entries, more, isPartial) => {
  expect(countByDay({ entries, ...whole, ...more }, NOON).isPartial).toBe(isPartial);
});
