import { expect, test } from "vitest";
import { inTransaction } from "~/.server/db/database";
import { addNews } from "~/.server/db/news";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { getT } from "~/i18n/i18n.server";
import { anna, giveJobWorld, setItem, setJob } from "../../../test/support/job-world";
import type { ItemResult } from "./job";
import { takeJobNews } from "./job-news.server";
import { backOff } from "./job-state.server";
import { findJob } from "./job-store.server";
import { jobSummary, recentJobs } from "./job-summary.server";

const world = giveJobWorld();

const summary = async (id: string) => jobSummary((await findJob(id))!);

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
  return (await recentJobs(ctx)).recent[0];
};

test.each([
  ["unavailable", "backingOff", "Czeka na system sprzedawców"],
  ["signInUnavailable", "backingOffSignIn", "Czeka na system logowania"],
  ["directoryUnavailable", "backingOffDirectory", "Czeka na firmowy katalog"],
] as const)(
  "a job that waits, %s, names the unavailable system, on the list too, until it is over",
  async (away, shown, text) => {
    const id = await world.lay(3);
    expect(await summary(id)).toMatchObject({ state: "running", shownState: "running", over: false });
    await inTransaction((tx) => backOff(tx, id, { system: away, seconds: 60, waits: 1 }));
    expect(await summary(id)).toMatchObject({ state: "running", shownState: shown, over: false });
    expect(await listed()).toMatchObject({ id, stateText: text });
    await setJob(id, { state: "stopped", ended_at: 1 });
    expect(await summary(id)).toMatchObject({ shownState: "stopped", over: true, endedAt: 1 });
    expect((await listed())?.stateText).toBe("Zatrzymano");
  },
);

test("failed and unknown items are to be checked, and skipped items aren't", async () => {
  const counts = { done: 4, skipped: 3, failed: 2, unknown: 1 };
  const id = await layWith(counts);
  expect(await summary(id)).toMatchObject({ state: "running", ended: 10, problems: 3, counts });
  expect(await listed()).toMatchObject({ ended: 10, total: 11, problems: "2\u00a0nieudane, nie wiadomo: 1" });
});

test.each([
  ["pl", { done: 1 }, "Wyłączanie kont zakończone. Wykonane: 1."],
  ["pl", { failed: 5, skipped: 2 }, "Wyłączanie kont zakończone. Nieudane: 5. Pominięte: 2."],
  [
    "pl",
    { done: 6, failed: 2, unknown: 3, skipped: 12 },
    "Wyłączanie kont zakończone. Wykonane: 6. Nieudane: 2. Nie wiadomo: 3. Pominięte: 12.",
  ],
  ["en-US", { done: 6, unknown: 1, skipped: 1 }, "Disabling accounts finished. Done: 6. Not known: 1. Skipped: 1."],
  ["en-US", { failed: 1, unknown: 2 }, "Disabling accounts finished. Failed: 1. Not known: 2."],
] as const)("the news in %s names each result: %j", async (locale, some, text) => {
  const id = await layWith(some);
  await inTransaction((tx) => addNews(tx, anna.sub, { jobId: id }, 60_000));
  const told = await takeJobNews({ sub: anna.sub, t: getT(locale), href: (path) => path });
  expect(told?.text).toBe(text);
});
