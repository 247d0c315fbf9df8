import { expect, test } from "vitest";
import type { HistoryEntry } from "~/domain/history-entry";
import { entryOf, NOON as NOW } from "../../test/support/entries";
import { dailyChanges, unresolvedOf } from "./home-blocks.server";

const MINUTE = 60_000;
const entry = (id: string, more: Partial<HistoryEntry> = {}) => entryOf(id, { at: NOW - 5 * MINUTE, ...more });

const DAY = 24 * 60 * MINUTE;
const whole = { older: false, omitted: false };
const at = (back: number) => ({ at: NOW - back * DAY, outcome: "done" as const });

test("Changes are counted by Warsaw's days, today last, within 30 days", () => {
  const { days, partial } = dailyChanges([at(0), at(0), at(1), at(29), at(30), at(31)], whole, NOW);
  expect(days).toHaveLength(30);
  expect(days.filter(({ count }) => count > 0)).toEqual([
    { day: "2026-04-11", count: 1 },
    { day: "2026-05-09", count: 1 },
    { day: "2026-05-10", count: 2 },
  ]);
  expect(partial).toBe(false);
});

test("Refused changes and those of unknown outcome aren't counted", () => {
  const entries = [entry("1"), entry("2", { outcome: "failed" }), entry("3", { outcome: "unknown" })];
  expect(dailyChanges(entries, whole, NOW).days.at(-1)?.count).toBe(1);
});

test.each([
  ["all were looked at", [at(3)], whole, false],
  ["older ones of these days weren't", [at(3)], { older: true, omitted: false }, true],
  ["only older ones than these days weren't", [at(3), at(31)], { older: true, omitted: false }, false],
  ["some sellers weren't asked for", [at(31)], { older: false, omitted: true }, true],
])("The count says whether it holds all changes: %s", (_why, entries, left, partial) => {
  expect(dailyChanges(entries, left, NOW).partial).toBe(partial);
});

const since = NOW - 60 * MINUTE;
const ids = (entries: HistoryEntry[]) => unresolvedOf(entries, since).map(({ id }) => id);
const unknown = { outcome: "unknown" } as const;

test("A change of unknown outcome needs attention", () => {
  expect(ids([entry("1"), entry("2", unknown), entry("3", { outcome: "failed" })])).toEqual(["2"]);
});

test.each([
  ["are still under way", { outcome: "inFlight" as const }],
  ["are old", { at: since - 1 }],
  ["are a job's", { jobId: "job" }],
  ["are undone", { undoneBy: "9" }],
])("Changes of unknown outcome don't need attention when they %s", (_why, more) => {
  expect(ids([entry("1", { ...unknown, ...more })])).toEqual([]);
});

test("A seller's later change settles one of unknown outcome", () => {
  const later = entry("2", { sellerId: "s-1" });
  expect(ids([later, entry("1", unknown)])).toEqual([]);
  expect(ids([{ ...later, outcome: "failed" }, entry("1", unknown)])).toEqual(["1"]);
  expect(ids([entry("1", unknown), later])).toEqual(["1"]);
});

test("A creation without an answer is settled by one of the same name", () => {
  const lost = entry("1", { ...unknown, action: "create", sellerId: undefined, sellerName: "Jan" });
  expect(ids([lost])).toEqual(["1"]);
  expect(ids([entry("2", { action: "create", sellerName: "Jan" }), lost])).toEqual([]);
  expect(ids([entry("2", { action: "create", sellerName: "Ala" }), lost])).toEqual(["1"]);
});
