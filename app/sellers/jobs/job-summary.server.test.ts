import { expect, test } from "vitest";
import { inTransaction } from "~/.server/db/database";
import { addNews } from "~/.server/db/news";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { getT } from "~/i18n/i18n.server";
import { anna, giveJobWorld, setItem, setJob } from "../../../test/support/job-world";
import { endedItems, type ItemResult } from "./job";
import { backOff } from "./job-state.server";
import { findJob } from "./job-store.server";
import { jobSummary, recentJobs, resultTitle, takeJobNews } from "./job-summary.server";

const world = giveJobWorld();
const pasted = { plan: "p", digest: "d", fileName: "" };

const summary = async (id: string) => jobSummary((await findJob(id))!, getT("pl"));

/** A job with so many items of each result, and one that waits. */
async function layWith(counts: Partial<Record<ItemResult, number>>): Promise<string> {
  const results = Object.entries(counts).flatMap(([result, count]) =>
    Array<ItemResult>(count).fill(result as ItemResult),
  );
  const id = await world.lay(results.length + 1);
  for (const [place, result] of results.entries()) await setItem(id, place, { result });
  return id;
}

const listed = async () => {
  const ctx = { session: anna, t: getT("pl") } as unknown as FranchiseeContext;
  return (await recentJobs(ctx))[0];
};

test.each(["unavailable", "signInUnavailable", "directoryUnavailable"] as const)(
  "A job that waits, %s, names the unavailable system until it is over",
  async (away) => {
    const id = await world.lay(3);
    expect(await summary(id)).toMatchObject({ state: "running", shownState: "running", isOver: false });
    await inTransaction((tx) => backOff(tx, id, away, { seconds: 60, count: 1 }));
    expect(await summary(id)).toMatchObject({ state: "running", shownState: away, isOver: false });
    expect(await listed()).toMatchObject({ id, shownState: away });
    await setJob(id, { state: "stopped", ended_at: 1 });
    expect(await summary(id)).toMatchObject({ shownState: "stopped", isOver: true, endedAt: 1 });
  },
);

test("A stopped job says so while its items in flight end", async () => {
  const id = await world.lay(2);
  await setJob(id, { is_stopping: 1 });
  expect(await summary(id)).toMatchObject({ state: "running", shownState: "stopping", isOver: false });
});

test("Failed and unknown items are to be checked, and skipped ones aren't", async () => {
  const counts = { done: 4, skipped: 3, failed: 2, unknown: 1 };
  const id = await layWith(counts);
  expect(await listed()).toMatchObject({ state: "running", endedCount: 10, total: 11, counts });
  expect((await summary(id)).problems).toBe("2\u00a0nieudane, nie wiadomo: 1, 3\u00a0pominięte");
});

test.each([
  ["pl", { done: 1 }, "Wyłączono 1 z 2 kont, 1 niewykonane."],
  ["pl", { failed: 5, skipped: 2 }, "Wyłączanie kont, 5 nieudanych, 2 pominięte, 1 niewykonane."],
  [
    "pl",
    { done: 6, failed: 2, unknown: 3, skipped: 12 },
    "Wyłączono 6 z 24 kont, 2 nieudane, nie wiadomo: 3, 12 pominiętych, 1 niewykonane.",
  ],
  ["en-US", { done: 6, unknown: 1, skipped: 1 }, "Disabled 6 of 9 accounts, not known: 1, 1 skipped, 1 not done."],
  ["en-US", { failed: 1, unknown: 2 }, "Disabling accounts, 1 failed, not known: 2, 1 not done."],
] as const)("The news in %s holds each result that isn't zero: %j", async (locale, some, text) => {
  const id = await layWith(some);
  await inTransaction((tx) => addNews(tx, anna.sub, { jobId: id }, 60_000));
  const told = await takeJobNews({ sub: anna.sub, t: getT(locale), href: (path) => path });
  expect(told?.text?.replaceAll("\u00a0", " ")).toBe(text);
});

test.each([
  [{ kind: "seller-status", params: { accountEnabled: true } }, { done: 22 }, "Włączono 22 konta"],
  [
    { kind: "seller-change", params: { field: "mpk", value: "77001" } },
    { done: 5, failed: 2 },
    "Zmiana MPK na „77001”: zmieniono dane 5 z 7 sprzedawców",
  ],
  [
    { kind: "seller-change", params: { field: "surname", value: "" } },
    { done: 1 },
    "Czyszczenie pola „Nazwisko”: zmieniono dane 1 sprzedawcy",
  ],
  [{ kind: "seller-status", params: { accountEnabled: false } }, { done: 5, failed: 2 }, "Wyłączono 5 z 7 kont"],
  [{ kind: "seller-status", params: { accountEnabled: false } }, { failed: 2, skipped: 1 }, "Wyłączanie kont"],
  [{ kind: "seller-status", params: { accountEnabled: false } }, { skipped: 2 }, "Wyłączanie kont – 2 pominięte"],
  [{ kind: "seller-undo", params: { undoes: "disable" } }, { done: 5 }, "Cofnięto wyłączenie 5 kont"],
  [{ kind: "seller-undo", params: { undoes: "enable" } }, { done: 1, skipped: 1 }, "Cofnięto włączenie 1 z 2 kont"],
  [{ kind: "seller-undo", params: {} }, { done: 4 }, "Cofnięto zmiany: 4"],
  [{ kind: "seller-undo", params: {} }, { done: 3, skipped: 1 }, "Cofnięto zmiany: 3 z 4"],
  [
    { kind: "seller-import", params: pasted },
    { done: 19, added: 19 },
    "Import wklejonych wierszy: dodano 19 sprzedawców",
  ],
  [
    { kind: "seller-import", params: { ...pasted, fileName: "a.csv" } },
    { done: 3, added: 1 },
    "Import z pliku „a.csv”: dodano 1 sprzedawcę, zmieniono dane 2 sprzedawców",
  ],
  [{ kind: "of-another-release" }, { done: 1 }, "Zakończono"],
])("A job that is over says what happened: %j, %j", (job, some, text) => {
  const counts = { done: 0, skipped: 0, failed: 0, unknown: 0, added: 0, ...some };
  expect(resultTitle({ ...job, total: endedItems(counts) }, getT("pl"), counts).replaceAll("\u00a0", " ")).toBe(text);
});
