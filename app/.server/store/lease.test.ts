import { setTimeout as pause } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { giveOwnStore } from "../../../test/support/own-store";
import { Lease } from "./lease";
import { StoreUnavailable, store } from "./open-store";

giveOwnStore();

it("is one holder's until it is given back", async () => {
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

it("renews itself for as long as its holder lives, also after a store that was away", async () => {
  const renewals = vi.spyOn(await store(), "replaceIfEquals");
  renewals.mockRejectedValueOnce(new StoreUnavailable(new Error("down")));
  const lease = (await Lease.take("long", 6_000)) as Lease;
  await vi.waitFor(() => expect(renewals.mock.calls.length).toBeGreaterThanOrEqual(4), 20_000);
  expect(lease.left).toBeGreaterThan(0);
  expect(await Lease.take("long", 3_000)).toBeUndefined();
  await lease.release();
  const until = renewals.mock.calls.length;
  await pause(1_200);
  expect(renewals.mock.calls.length).toBe(until);
  renewals.mockRestore();
}, 30_000);

it("is lost at once when somebody else has it", async () => {
  const lease = (await Lease.take("lost", 6_000)) as Lease;
  await (await store()).put("lease:lost", "somebody else", 60);
  await vi.waitFor(() => expect(lease.left).toBeLessThanOrEqual(0), { timeout: 5_000, interval: 20 });
  await lease.release();
  expect(await Lease.isHeld("lost")).toBe(true);
});
