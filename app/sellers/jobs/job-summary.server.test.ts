import { expect, test } from "vitest";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { getT } from "~/i18n/i18n.server";
import { anna, giveJobWorld } from "../../../test/support/job-world";
import { announceEnd, takeJobNews } from "./job-news.server";
import { backOff, changeJobStatus, jobStatusOf, putProgress } from "./job-state.server";
import { findJob } from "./job-store.server";
import { jobSummary, recentJobs } from "./job-summary.server";

const world = giveJobWorld();

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
    expect(await jobSummary({ id, total: 3 })).toMatchObject({ state: "running", shownState: "running", over: false });
    await backOff(id, away, 60);
    expect(await jobSummary({ id, total: 3 })).toMatchObject({ state: "running", shownState: shown, over: false });
    expect(await listed()).toMatchObject({ id, stateText: text });
    await changeJobStatus(id, () => ({ state: "stopped", session: world.session, endedAt: 1 }));
    expect(await jobSummary({ id, total: 3 })).toMatchObject({ shownState: "stopped", over: true, endedAt: 1 });
    expect((await listed())?.stateText).toBe("Zatrzymano");
  },
);

test("failed and unknown items are to be checked, and skipped items aren't", async () => {
  const id = await world.lay(10);
  const counts = { done: 4, skipped: 3, failed: 2, unknown: 1, added: 0 };
  await putProgress(id, { chunk: 1, before: counts, counts, problems: [0], rests: 0 });
  expect((await jobStatusOf(id))?.state).toBe("running");
  expect(await jobSummary({ id, total: 10 })).toMatchObject({ ended: 10, problems: 3, counts });
  expect(await listed()).toMatchObject({ ended: 10, total: 10, problems: "2\u00a0nieudane, nie wiadomo: 1" });
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
  const job = (await findJob(await world.lay(3)))!;
  const counts = { done: 0, skipped: 0, failed: 0, unknown: 0, added: 0, ...some };
  await putProgress(job.id, { chunk: 1, before: counts, counts, problems: [], rests: 0 });
  await announceEnd(job);
  const told = await takeJobNews({ sub: anna.sub, t: getT(locale), href: (path) => path });
  expect(told?.text).toBe(text);
});
