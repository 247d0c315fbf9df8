import { describe, expect, test } from "vitest";
import type { HistoryEntry } from "~/sellers/history-entry";
import { latestOf } from "./latest-changes";
import { unresolvedOf } from "./unresolved-writes";

const NOW = Date.UTC(2026, 4, 10, 12);
const MINUTE = 60_000;
const values = { displayName: "Jan", email: "jan@example.pl", mpk: "1", accountEnabled: true };

function entry(id: string, more: Partial<HistoryEntry> = {}): HistoryEntry {
  const change = { action: "update", before: values, after: { ...values, mpk: id } };
  const by = { sub: "me", name: "Anna" };
  const facts = { id, at: NOW - 5 * MINUTE, by, sellerId: `s-${id}`, sellerName: id, outcome: "done", requestId: "r" };
  return { ...facts, ...change, ...more } as HistoryEntry;
}

describe("the latest changes", () => {
  test("are the eight newest, each with its maker", () => {
    const latest = latestOf(
      Array.from({ length: 20 }, (_, at) => entry(`${at}`)),
      "me",
    );
    expect(latest.map(({ id }) => id)).toEqual(["0", "1", "2", "3", "4", "5", "6", "7"]);
    expect(latest[0]).toMatchObject({ sellerId: "s-0", who: "Anna", ofMany: false });
  });

  test("a job's changes in a row are one, and only their owner is shown the way to the job", () => {
    const theirs = { jobId: "job", by: { sub: "other" } };
    const mine = { jobId: "mine" };
    const latest = latestOf(
      [entry("1", theirs), entry("2", theirs), entry("3", mine), entry("4"), entry("5", mine), entry("6", mine)],
      "me",
    );
    expect(latest.map(({ id, ofMany, jobId }) => [id, ofMany, jobId])).toEqual([
      ["1", true, undefined],
      ["3", false, "mine"],
      ["4", false, undefined],
      ["5", true, "mine"],
    ]);
  });
});

describe("changes nobody is sure of", () => {
  const since = NOW - 60 * MINUTE;
  const ids = (entries: HistoryEntry[]) => unresolvedOf(entries, since, NOW).map(({ id }) => id);
  const unknown = { outcome: "unknown" } as const;

  test("need attention", () => {
    expect(ids([entry("1"), entry("2", unknown), entry("3", { outcome: "failed" })])).toEqual(["2"]);
  });

  test.each([
    ["are still under way", { at: NOW - MINUTE / 2 }],
    ["are old", { at: since - 1 }],
    ["are a job's", { jobId: "job" }],
    ["are undone", { undoneBy: "9" }],
  ])("don't when they %s", (_why, more) => {
    expect(ids([entry("1", { ...unknown, ...more })])).toEqual([]);
  });

  test("don't once the same seller was changed after them", () => {
    const later = entry("2", { sellerId: "s-1" });
    expect(ids([later, entry("1", unknown)])).toEqual([]);
    expect(ids([{ ...later, outcome: "failed" }, entry("1", unknown)])).toEqual(["1"]);
    expect(ids([entry("1", unknown), later])).toEqual(["1"]);
  });

  test("a creation without an answer is settled by one of the same name that has one", () => {
    const lost = entry("1", { ...unknown, action: "create", sellerId: undefined, sellerName: "Jan" });
    expect(ids([lost])).toEqual(["1"]);
    expect(ids([entry("2", { action: "create", sellerName: "Jan" }), lost])).toEqual([]);
    expect(ids([entry("2", { action: "create", sellerName: "Ala" }), lost])).toEqual(["1"]);
  });
});
