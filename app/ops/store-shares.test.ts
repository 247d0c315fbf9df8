import { expect, test, vi } from "vitest";
import { StoreFull, store } from "~/.server/store/open-store";
import { createSession, loadSession } from "~/auth/session/session.server";
import { takeHistoryRoom } from "~/sellers/write/history-room.server";
import { giveOwnStore } from "../../test/support/own-store";

const MAX_MB = 48;
vi.mock("~/.server/env", async (original) => {
  const actual = await original<typeof import("~/.server/env")>();
  return { ...actual, env: () => ({ ...actual.env(), STORE_MAX_MB: MAX_MB }) };
});

giveOwnStore();

const MEGABYTE = 1024 * 1024;
async function refusalOf(work: () => Promise<unknown>): Promise<unknown> {
  return work().then(
    () => undefined,
    (error: unknown) => error,
  );
}

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
