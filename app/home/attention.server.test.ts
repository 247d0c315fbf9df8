import { expect, test } from "vitest";
import type { HistoryEntry } from "~/domain/history-entry";
import { entryOf, NOON } from "../../test/support/entries";
import { isJobRunningWell, unresolvedItems } from "./attention.server";

test("A job that waits or has something to be checked needs attention", () => {
  const running = {
    kind: "job",
    id: "1",
    at: 0,
    title: "",
    facts: [] as string[],
    isRunning: true,
    hasProblems: false,
  } as const;
  const jobs = [running, { ...running, hasProblems: true }, { ...running, isRunning: false }];
  expect(jobs.map(isJobRunningWell)).toEqual([true, false, false]);
});

const MINUTE = 60_000;
const entry = (id: string, more: Partial<HistoryEntry> = {}) => entryOf(id, { at: NOON - 5 * MINUTE, ...more });
const since = NOON - 60 * MINUTE;
const ids = (entries: HistoryEntry[]) => unresolvedItems(entries, since).map(({ id }) => id);
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
