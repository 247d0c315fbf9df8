import { afterEach, expect, test, vi } from "vitest";
import { giveOwnStore } from "../../../test/support/own-store";
import { LockBusy, withLock } from "./lock";
import { store } from "./open-store";

vi.mock("node:timers/promises", () => import("../../../test/support/pauses"));

giveOwnStore();
afterEach(() => {
  vi.useRealTimers();
});

/** For what waits for nobody but the clock. */
const ownClock = () => vi.useFakeTimers({ toFake: ["Date", "performance"] });

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const patient = { leaseMs: 30_000, waitMs: 30_000 };

test("never lets two run under one name, and lets all of them run", async () => {
  let inside = 0;
  let most = 0;
  const turns = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      withLock("renewal:1", patient, async () => {
        most = Math.max(most, ++inside);
        await pause(10);
        inside--;
        return n;
      }),
    ),
  );
  expect(most).toBe(1);
  expect(turns).toEqual(Array.from({ length: 12 }, (_, n) => n));
}, 60_000);

test("other names don't wait", async () => {
  const order: string[] = [];
  await withLock("renewal:a", patient, async () => {
    await withLock("renewal:b", patient, async () => void order.push("b"));
    order.push("a");
  });
  expect(order).toEqual(["b", "a"]);
});

test("the lock is free again after a run that throws, and the error comes through", async () => {
  const failure = new Error("the provider is down");
  await expect(withLock("renewal:2", patient, () => Promise.reject(failure))).rejects.toBe(failure);
  await expect(withLock("renewal:2", { leaseMs: 1000, waitMs: 0 }, async () => "next")).resolves.toBe("next");
});

test("gives up with LockBusy after its wait, without having run", async () => {
  ownClock();
  let ran = false;
  await withLock("renewal:3", patient, async () => {
    const started = performance.now();
    const second = withLock("renewal:3", { leaseMs: 1000, waitMs: 300 }, async () => {
      ran = true;
    });
    const busy = { name: "LockBusy", message: "The lock renewal:3 is taken" };
    await expect(second).rejects.toMatchObject(busy);
    expect(performance.now() - started).toBeGreaterThan(299);
    expect(performance.now() - started).toBeLessThan(302);
  });
  expect(ran).toBe(false);
});

test("a holder that died is followed after its lease, not before", async () => {
  ownClock();
  const takenAt = Date.now();
  await (await store()).put("lock:renewal:4", "a process that was killed", 1);
  await withLock("renewal:4", patient, async () => undefined);
  expect(Date.now() - takenAt).toBeGreaterThanOrEqual(1_000);
  // A pause has 375 ms at most, and goes by whole ones.
  expect(Date.now() - takenAt).toBeLessThanOrEqual(1_376);
});

test("a run that outlives its lease does not release the next holder's lock", async () => {
  const slow = withLock("renewal:5", { leaseMs: 200, waitMs: 0 }, () => pause(400));
  await pause(250);
  await withLock("renewal:5", patient, async () => {
    await slow;
    await expect(withLock("renewal:5", { leaseMs: 1000, waitMs: 0 }, async () => undefined)).rejects.toThrow(LockBusy);
  });
});
