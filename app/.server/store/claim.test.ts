import { expect, it, vi } from "vitest";
import { giveOwnStore } from "../../../test/support/own-store";
import { claim, turns } from "./claim";
import { StoreUnavailable, store } from "./open-store";

giveOwnStore();

it("is whose value is written first, until it is given back", async () => {
  const one = await claim("right", "one", 60_000);
  expect(await claim("right", "two", 60_000)).toBeUndefined();
  expect(await one?.replace("one, later", 60_000)).toBe(true);
  expect(await (await store()).get("right")).toBe("one, later");
  await one?.release();
  expect(await (await store()).get("right")).toBeUndefined();
  expect(await claim("right", "two", 60_000)).toBeDefined();
});

it("that is another's by now is neither replaced nor given back", async () => {
  const one = await claim("taken", "one", 60_000);
  await (await store()).put("taken", "two", 60);
  expect(await one?.replace("one, later", 60_000)).toBe(false);
  await one?.release();
  expect(await (await store()).get("taken")).toBe("two");
});

it("lives for the milliseconds it is given", async () => {
  const records = await store();
  const put = vi.spyOn(records, "putIfAbsent");
  const replace = vi.spyOn(records, "replaceIfEquals");
  const held = await claim("timed", "one", 1_500);
  await held?.replace("two", 2_500);
  expect([put.mock.calls[0]?.[2], replace.mock.calls[0]?.[3]]).toEqual([1.5, 2.5]);
  vi.restoreAllMocks();
});

it("is let go of without a word when the store is away", async () => {
  const held = await claim("away", "one", 60_000);
  vi.spyOn(await store(), "deleteIfEquals").mockRejectedValueOnce(new StoreUnavailable(new Error("down")));
  await expect(held?.release()).resolves.toBeUndefined();
  vi.restoreAllMocks();
});

it("turns come one after the other with pauses that grow to their largest, and end with the patience", async () => {
  const pauses: number[] = [];
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  let before = performance.now();
  const began = before;
  for await (const _turn of turns({ waitMs: 400, minPauseMs: 20, maxPauseMs: 60 })) {
    pauses.push(performance.now() - before);
    before = performance.now();
  }
  vi.restoreAllMocks();
  expect(performance.now() - began).toBeGreaterThanOrEqual(395);
  // 20, 30, 45, 60, 60 … ms: no more than so many turns fit, however quick the machine.
  expect(pauses.length).toBeGreaterThan(2);
  expect(pauses.length).toBeLessThanOrEqual(10);
  expect(pauses[1]).toBeGreaterThanOrEqual(19);
});

it("without patience there is one turn", async () => {
  let count = 0;
  for await (const _turn of turns({ waitMs: 0, minPauseMs: 20, maxPauseMs: 60 })) count += 1;
  expect(count).toBe(1);
});
