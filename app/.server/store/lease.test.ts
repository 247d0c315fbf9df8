import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import { giveOwnStore } from "../../../test/support/own-store";
import { Lease } from "./lease";
import { type Store, StoreUnavailable, store } from "./open-store";

vi.mock("node:timers/promises", () => import("../../../test/support/pauses"));

giveOwnStore();

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

it("belongs to one holder until it is released", async () => {
  const lease = (await Lease.take("one", 60_000)) as Lease;
  expect(lease.left).toBeGreaterThan(50_000);
  expect(lease.left).toBeLessThanOrEqual(60_000);
  expect([await Lease.isHeld("one"), await Lease.isHeld("other")]).toEqual([true, false]);
  expect(await Lease.take("one", 60_000)).toBeUndefined();
  await lease.release();
  expect(lease.left).toBeLessThanOrEqual(0);
  expect(await Lease.isHeld("one")).toBe(false);
  await (await Lease.take("one", 60_000))?.release();
});

it("belongs to one of twelve who wait for it at a time, and to each of them once, whatever else is leased", async () => {
  const other = (await Lease.take("other", 60_000)) as Lease;
  let inside = 0;
  let most = 0;
  const turns = await Promise.all(
    Array.from({ length: 12 }, async (_, n) => {
      const lease = (await Lease.wait("one", 30_000, 30_000)) as Lease;
      most = Math.max(most, ++inside);
      await pause(10);
      inside--;
      await lease.release();
      return n;
    }),
  );
  expect(most).toBe(1);
  expect(turns).toEqual(Array.from({ length: 12 }, (_, n) => n));
  await other.release();
}, 60_000);

describe("by a clock of its own", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date", "performance"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("isn't got by somebody whose wait is over before it is released", async () => {
    const lease = (await Lease.take("kept", 30_000)) as Lease;
    const started = performance.now();
    expect(await Lease.wait("kept", 1_000, 300)).toBeUndefined();
    expect(performance.now() - started).toBeGreaterThan(299);
    expect(performance.now() - started).toBeLessThan(302);
    await lease.release();
  });

  it("of a holder that died is got after its end, not before", async () => {
    const takenAt = Date.now();
    await (await store()).put("lease:dead", "a process that was killed", 1);
    const lease = await Lease.wait("dead", 30_000, 30_000);
    expect(Date.now() - takenAt).toBeGreaterThanOrEqual(1_000);
    // A pause has 300 ms at most, and goes by whole ones.
    expect(Date.now() - takenAt).toBeLessThanOrEqual(1_301);
    await lease?.release();
  });
});

describe("a lease of six seconds", () => {
  let renewals: MockInstance<Store["replaceIfEquals"]>;
  beforeEach(async () => {
    renewals = vi.spyOn(await store(), "replaceIfEquals");
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", "Date"] });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  /** Lets the time go by, and what the store is asked meanwhile be answered. */
  async function pass(seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second += 1) {
      await vi.advanceTimersByTimeAsync(1_000);
      await Promise.allSettled(renewals.mock.results.map(({ value }) => value));
      await vi.advanceTimersByTimeAsync(0);
    }
  }

  it("renews itself each second for as long as its holder lives, also after a store that was away", async () => {
    renewals.mockRejectedValueOnce(new StoreUnavailable(new Error("down")));
    const lease = (await Lease.take("long", 6_000)) as Lease;
    await pass(1);
    expect(lease.left).toBe(5_000);
    await pass(9);
    expect(renewals.mock.calls.map(([key, , , seconds]) => [key, seconds])).toEqual(Array(10).fill(["lease:long", 6]));
    expect(lease.left).toBe(6_000);
    expect(await Lease.take("long", 3_000)).toBeUndefined();
    await lease.release();
    await pass(10);
    expect(renewals).toHaveBeenCalledTimes(10);
  });

  it("ends when its machine was paused that long, by either clock", async () => {
    const lease = (await Lease.take("paused", 6_000)) as Lease;
    vi.setSystemTime(Date.now() + 6_000);
    expect(lease.left).toBeLessThanOrEqual(0);
    vi.setSystemTime(Date.now() - 60_000);
    expect(lease.left).toBe(6_000);
    await pass(1);
    expect(lease.left).toBe(6_000);
    await lease.release();
  });

  it("is lost at once if another holder has it, and isn't renewed any more", async () => {
    const lease = (await Lease.take("lost", 6_000)) as Lease;
    await (await store()).put("lease:lost", "somebody else", 60);
    await pass(1);
    expect(lease.left).toBeLessThanOrEqual(0);
    await pass(3);
    expect(renewals).toHaveBeenCalledTimes(1);
    await lease.release();
    expect(await Lease.isHeld("lost")).toBe(true);
  });

  it("isn't restored by a renewal that was under way when it was released", async () => {
    const lease = (await Lease.take("back", 6_000)) as Lease;
    let answer = (_renewed: boolean) => {};
    renewals.mockReturnValueOnce(
      new Promise((resolve) => {
        answer = resolve;
      }),
    );
    await vi.advanceTimersByTimeAsync(1_000);
    await lease.release();
    answer(true);
    await pass(3);
    expect(lease.left).toBeLessThanOrEqual(0);
    expect(renewals).toHaveBeenCalledTimes(1);
  });

  it("isn't renewed after it was released during a failed renewal", async () => {
    const lease = (await Lease.take("failing", 6_000)) as Lease;
    let fail = (_error: Error) => {};
    renewals.mockReturnValueOnce(
      new Promise((_resolve, reject) => {
        fail = reject;
      }),
    );
    await vi.advanceTimersByTimeAsync(1_000);
    await lease.release();
    fail(new StoreUnavailable(new Error("down")));
    await pass(3);
    expect(renewals).toHaveBeenCalledTimes(1);
  });
});
