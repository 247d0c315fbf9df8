import { expect, it, vi } from "vitest";
import { giveOwnStore } from "../../../test/support/own-store";
import { attempts, claim } from "./claim";
import { StoreFull, StoreUnavailable, store } from "./open-store";

/** In milliseconds; they take their time on the faked clock alone. */
const pauses = vi.hoisted((): number[] => []);
vi.mock("node:timers/promises", () => ({
  async setTimeout(ms: number) {
    pauses.push(ms);
    // The last part of a millisecond would be waited for without end.
    if (vi.isFakeTimers()) vi.advanceTimersByTime(Math.ceil(ms));
  },
}));

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

it("whose answer was lost is held by nobody once the store is back", async () => {
  const records = await store();
  const lost = new StoreUnavailable(new Error("cut"));
  const { putIfAbsent } = records;
  vi.spyOn(records, "putIfAbsent").mockImplementationOnce((...given) =>
    putIfAbsent(...given).then(() => Promise.reject(lost)),
  );
  vi.spyOn(records, "deleteIfEquals").mockRejectedValueOnce(lost).mockRejectedValueOnce(lost);
  pauses.length = 0;
  await expect(claim("lost", "one", 600_000)).rejects.toBe(lost);
  await expect.poll(() => records.get("lost")).toBeUndefined();
  expect(pauses).toEqual([100, 500, 2_000]);
  vi.restoreAllMocks();
});

it("that was given back to a store that was away is held by nobody once it is back", async () => {
  const records = await store();
  const held = await claim("given back", "one", 600_000);
  vi.spyOn(records, "deleteIfEquals").mockRejectedValueOnce(new StoreUnavailable(new Error("down")));
  await held?.release();
  await expect.poll(() => records.get("given back")).toBeUndefined();
  vi.restoreAllMocks();
});

it("that a full store refused is asked for no more, nor is a store that stays away", async () => {
  const records = await store();
  const deleting = vi.spyOn(records, "deleteIfEquals").mockRejectedValue(new StoreUnavailable(new Error("down")));
  const writing = vi.spyOn(records, "putIfAbsent").mockRejectedValueOnce(new StoreFull(new Error("full")));
  await expect(claim("refused", "one", 60_000)).rejects.toThrow(StoreFull);
  writing.mockRejectedValueOnce(new StoreUnavailable(new Error("down")));
  pauses.length = 0;
  await expect(claim("refused", "two", 60_000)).rejects.toThrow(StoreUnavailable);
  await expect.poll(() => pauses).toEqual([100, 500, 2_000, 5_000, 10_000, 20_000]);
  await expect.poll(() => deleting.mock.calls).toEqual(Array(6).fill(["refused", "two"]));
  vi.restoreAllMocks();
});

it("attempts come one after the other with pauses that grow to their largest, and end with the patience", async () => {
  const pauses = await pausesOf(0.5);
  expect(pauses.slice(0, 9)).toEqual([10, 15, 22.5, 33.75, 50.625, 75.9375, 113.90625, 170.859375, 200]);
  expect(pauses.slice(9, -1)).toEqual([200, 200, 200]);
  expect(pauses.at(-1)).toBeLessThan(200);
});

it("attempts of several who wait are out of step: a pause is half of itself at least, and half as much again at most", async () => {
  expect((await pausesOf(0)).slice(0, 3)).toEqual([5, 7.5, 11.25]);
  expect((await pausesOf(1)).slice(0, 3)).toEqual([15, 22.5, 33.75]);
});

/** Between the attempts of 1.4 s. @param chance what is drawn each time */
async function pausesOf(chance: number): Promise<number[]> {
  vi.useFakeTimers({ toFake: ["performance"] });
  vi.spyOn(Math, "random").mockReturnValue(chance);
  pauses.length = 0;
  let count = 0;
  for await (const _attempt of attempts(1_400)) count += 1;
  expect(count).toBe(pauses.length + 1);
  vi.restoreAllMocks();
  vi.useRealTimers();
  return pauses;
}

it("without patience there is one turn", async () => {
  let count = 0;
  for await (const _attempt of attempts(0)) count += 1;
  expect(count).toBe(1);
});
