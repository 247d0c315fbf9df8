import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { onBothEngines } from "../../../test/support/own-database";
import { database, databaseEngine } from "./database";
import { Lease } from "./lease";

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Leaves a lease as another process would hold it for `ms`. */
async function leaveHeld(name: string, ms: number): Promise<void> {
  const [db, engine] = [await database(), await databaseEngine()];
  await db.deleteFrom("leases").where("name", "=", name).execute();
  const rows = db.insertInto("leases").values((eb) => ({ name, holder: "another", until: eb(engine.now(), "+", ms) }));
  await rows.execute();
}

onBothEngines(() => {
  it("A lease belongs to one holder until it is released", async () => {
    const lease = (await Lease.take("one", 60_000)) as Lease;
    expect(lease.remainingMs).toBeGreaterThan(50_000);
    expect(await Lease.heldAmong(["one", "other"])).toEqual(new Set(["one"]));
    expect(await Lease.take("one", 60_000)).toBeUndefined();
    await lease.release();
    expect(lease.remainingMs).toBeLessThanOrEqual(0);
    expect(await Lease.isHeld("one")).toBe(false);
    await (await Lease.take("one", 60_000))?.release();
  });

  it("Twelve waiting holders get a lease one after another", async () => {
    let inside = 0;
    let most = 0;
    const waiting = Array.from({ length: 12 }, async (_, n) => {
      const lease = (await Lease.wait("turns", 30_000, 60_000)) as Lease;
      most = Math.max(most, ++inside);
      await pause(10);
      inside--;
      await lease.release();
      return n;
    });
    expect(await Promise.all(waiting)).toHaveLength(12);
    expect(most).toBe(1);
  });

  it("A holder writes while the lease is its own, and nobody gets it meanwhile", async () => {
    const lease = (await Lease.take("writes", 60_000)) as Lease;
    const write = (seller_id: string) =>
      lease.write((tx) => tx.insertInto("notes").values({ seller_id, text: "", version: "v", at: 1 }).execute());
    expect(await write("held")).toBe(true);
    await leaveHeld("writes", 60_000);
    expect(lease.remainingMs).toBeGreaterThan(0);
    expect(await write("lost")).toBe(false);
    await lease.release();
    expect(await write("released")).toBe(false);
    const notes = (await database()).selectFrom("notes").select("seller_id").where("version", "=", "v");
    expect(await notes.execute()).toEqual([{ seller_id: "held" }]);
  });

  it("A lease that was taken while the clock was a day ahead is over", async () => {
    await leaveHeld("ahead", 86_400_000);
    expect(await Lease.isHeld("ahead")).toBe(false);
    await (await Lease.take("ahead", 60_000))?.release();
    await leaveHeld("longest", 370_000);
    expect(await Lease.take("longest", 60_000)).toBeUndefined();
  });

  it("A holder whose clock is set back by a day gives its lease up", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const lease = (await Lease.take("back", 60_000)) as Lease;
    vi.setSystemTime(Date.now() - 86_400_000);
    expect(lease.remainingMs).toBeLessThanOrEqual(0);
    vi.useRealTimers();
    await lease.release();
  });

  it("A wait that takes too long gives no lease", async () => {
    await leaveHeld("kept", 30_000);
    expect(await Lease.wait("kept", 1_000, 100)).toBeUndefined();
  });

  it("The lease of a dead holder is free after its term", async () => {
    await leaveHeld("dead", 60_000);
    expect(await Lease.take("dead", 30_000)).toBeUndefined();
    await leaveHeld("dead", 0);
    const lease = await Lease.wait("dead", 30_000, 30_000);
    expect(lease?.remainingMs).toBeGreaterThan(0);
    await lease?.release();
  });
});

onBothEngines(() => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("A lease that another holder took over is lost and stays theirs", async () => {
    const lease = (await Lease.take("lost", 600_000)) as Lease;
    await leaveHeld("lost", 600_000);
    vi.advanceTimersByTime(100_000);
    await expect.poll(() => lease.remainingMs).toBeLessThanOrEqual(0);
    await lease.release();
    expect(await Lease.isHeld("lost")).toBe(true);
  });

  it("A lease that another holder had and released is lost", async () => {
    const lease = (await Lease.take("released", 600_000)) as Lease;
    await (await database()).deleteFrom("leases").where("name", "=", "released").execute();
    vi.advanceTimersByTime(100_000);
    await expect.poll(() => lease.remainingMs).toBeLessThanOrEqual(0);
    expect(await Lease.isHeld("released")).toBe(false);
  });

  it("A lease renews itself while its holder lives", async () => {
    const lease = (await Lease.take("long", 600_000)) as Lease;
    for (let passed = 0; passed <= 600_000; passed += 100_000) {
      await (await database()).updateTable("leases").set({ until: 1 }).where("name", "=", "long").execute();
      vi.advanceTimersByTime(100_000);
      await expect.poll(() => lease.remainingMs).toBeGreaterThan(500_000);
      expect(await Lease.isHeld("long")).toBe(true);
    }
    await lease.release();
    expect(await Lease.isHeld("long")).toBe(false);
  });
});

onBothEngines(() => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it("A lease that couldn't be released is free once the database is back", async () => {
    const lease = (await Lease.take("away", 60_000)) as Lease;
    const globals = globalThis as { panelDatabase?: unknown };
    const there = globals.panelDatabase;
    globals.panelDatabase = Promise.reject(new Error("The database is away"));
    await lease.release();
    globals.panelDatabase = there;
    expect(await Lease.isHeld("away")).toBe(true);
    await expect.poll(() => Lease.isHeld("away")).toBe(false);
  });

  it("A lease ends for its holder when either clock says so", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const lease = (await Lease.take("paused", 600_000)) as Lease;
    vi.setSystemTime(Date.now() + 600_000);
    expect(lease.remainingMs).toBeLessThanOrEqual(0);
    vi.setSystemTime(Date.now() - 900_000);
    expect(lease.remainingMs).toBeGreaterThan(590_000);
    await lease.release();
  });
});
