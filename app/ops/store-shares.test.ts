import { beforeAll, expect, test, vi } from "vitest";
import { OverBudget } from "~/.server/store/budget";
import { StoreFull, store } from "~/.server/store/open-store";
import { createSession, loadSession } from "~/auth/session/session.server";
import { beginPlan } from "~/sellers/import/plan-store.server";
import { storeJob } from "~/sellers/jobs/job-store.server";
import { takeHistoryRoom } from "~/sellers/write/history-room.server";
import { giveOwnStore } from "../../test/support/own-store";

const MAX_MB = 48;
vi.mock("~/.server/env", async (original) => {
  const actual = await original<typeof import("~/.server/env")>();
  return { ...actual, env: () => ({ ...actual.env(), STORE_MAX_MB: MAX_MB }) };
});

giveOwnStore();

const MEGABYTE = 1024 * 1024;
const anna = { sub: "anna", name: "Anna" };
let refused: unknown[];

async function refusalOf(work: () => Promise<unknown>): Promise<unknown> {
  return work().then(
    () => undefined,
    (error: unknown) => error,
  );
}

/** Two files of 20 MB, and three batches of 20,000 sellers. */
beforeAll(async () => {
  refused = [];
  for (let file = 0; file < 2; file += 1) {
    const plan = await beginPlan(anna.sub);
    const rows = async () => {
      for (let part = 0; part < 40; part += 1)
        await plan.wrong.add({ line: 2, cells: ["x".repeat(500_000)], problems: [] });
    };
    refused.push(await refusalOf(rows));
  }
  for (let batch = 0; batch < 3; batch += 1) {
    const items = Array.from({ length: 20_000 }, (_none, at) => ({ id: `s${at}`, name: "Jan" }));
    const job = { kind: "seller-status", params: {}, owner: anna, session: "s" };
    refused.push(await refusalOf(() => storeJob(job, items)));
  }
}, 60_000);

test("one person's data end at their share and leave others room", async () => {
  for (const error of refused) expect(error).toBeInstanceOf(OverBudget);
  await (await store()).put("another:1", "x".repeat(500_000), 60);
  expect(
    await storeJob({ kind: "seller-status", params: {}, owner: { sub: "jan" }, session: "s" }, ["a"]),
  ).toBeDefined();
});

test("a person's changes by jobs have a share, which no other's takes", async () => {
  const most = Math.floor((MAX_MB * MEGABYTE) / 8 / 2_000);
  await takeHistoryRoom("ewa", most - 1);
  await takeHistoryRoom("ewa", 1);
  await expect(takeHistoryRoom("ewa", 1)).rejects.toMatchObject({ kind: "history" });
  await takeHistoryRoom("piotr", most);
});

test("when everything else is full, people still sign in", async () => {
  for (const size of [500_000, 10_000]) {
    const fill = async () => {
      for (let at = 0; ; at += 1) await (await store()).put(`filler:${size}:${at}`, "x".repeat(size), 60);
    };
    expect(await refusalOf(fill)).toBeInstanceOf(StoreFull);
  }
  const tokens = { accessToken: "a".repeat(2_000), idToken: "i".repeat(2_000) };
  const { key } = await createSession(new Request("http://127.0.0.1/"), { iss: "i", sub: "jan" }, tokens);
  expect(await loadSession(key)).toMatchObject({ sub: "jan" });
});
