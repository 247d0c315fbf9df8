import { expect, test } from "vitest";
import type { HistoryEntry } from "~/domain/history-entry";
import { getT } from "~/i18n/i18n.server";
import { entryOf, NOON, values } from "../../../test/support/entries";
import { jobText } from "./history-page.server";
import { historyDays } from "./history-rows";

const DAY = 24 * 60 * 60_000;

const many = (count: number, more: Partial<HistoryEntry>) =>
  Array.from({ length: count }, (_, at) => entryOf(`${more.jobId}.${at}`, more));

/** What stands on the page: of each day, each row's first change and how many it stands for. */
const shape = (entries: HistoryEntry[]) =>
  historyDays(entries, "me").map(({ day, rows }) => [
    day,
    ...rows.map(({ entries: [first], count }) => `${first?.id} × ${count}`),
  ]);

test("A job's changes of a day are one row, and each day begins anew", () => {
  const job = { jobId: "job" };
  const yesterday = { ...job, at: NOON - DAY };
  expect(
    shape([entryOf("1", job), entryOf("2"), entryOf("3", job), entryOf("4", { jobId: "b" }), entryOf("5", yesterday)]),
  ).toEqual([
    ["2026-05-10", "1 × 2", "2 × 1", "4 × 1"],
    ["2026-05-09", "5 × 1"],
  ]);
});

test("A row holds 20 of a job's changes and counts the rest", () => {
  const [day] = historyDays([...many(200, { jobId: "j" }), entryOf("x", { jobId: "j", outcome: "failed" })], "me");
  expect(day?.rows).toHaveLength(1);
  expect(day?.rows[0]).toMatchObject({ count: 201, failed: 1, unknown: 0, done: { update: 200 }, fields: ["mpk"] });
  expect(day?.rows[0]?.entries).toHaveLength(20);
});

test("A job is described by what it did, without what failed", () => {
  const say = (entries: HistoryEntry[]) =>
    historyDays(entries, "me").flatMap(({ rows }) =>
      rows.map((row) => jobText(getT("pl"), row).replaceAll("\u00a0", " ")),
    );
  const create = { action: "create", after: values, jobId: "j" } as Partial<HistoryEntry>;
  const disable = { action: "disable", after: { ...values, accountEnabled: false }, jobId: "j" } as const;
  expect(say(many(19, create))).toEqual(["Import: dodano 19 sprzedawców"]);
  expect(say([...many(19, create), entryOf("x", { jobId: "j" })])).toEqual([
    "Import: dodano 19 sprzedawców, zmieniono dane 1 sprzedawcy",
  ]);
  expect(say(many(5, { jobId: "j" }))).toEqual(["Zmieniono dane 5 sprzedawców (MPK)"]);
  expect(say([...many(2, disable), entryOf("x", { ...disable, outcome: "failed" })])).toEqual(["Wyłączono 2 konta"]);
  expect(say(many(3, { ...disable, undoes: "x" }))).toEqual(["Cofnięto zmiany: 3"]);
  expect(say(many(3, { ...disable, outcome: "failed" }))).toEqual(["Operacja zbiorcza, zmiany: 3"]);
});

test("Only a job's owner is shown the way to it", () => {
  const jobs = [entryOf("1", { jobId: "mine" }), entryOf("2", { jobId: "theirs", by: { sub: "other" } })];
  const shown = historyDays(jobs, "me").flatMap(({ rows }) => rows.map(({ entries }) => entries[0]?.jobId));
  expect(shown).toEqual(["mine", undefined]);
});
