import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { onBothEngines } from "../../../test/support/own-database";
import { sha256 } from "../tokens";
import { database } from "./database";
import { Lease } from "./lease";
import { type Outcome, runOnce } from "./submissions";

// Pauses move the test's own clock on.
vi.mock("node:timers/promises", () => import("../../../test/support/pauses"));

class Refused extends Error {}
class LostAnswer extends Error {}
const mayHaveHappened = (error: unknown) => error instanceof LostAnswer;
const once = (key: string, run: () => Promise<string>, fingerprint = "a seller") =>
  runOnce(key, async () => ({ id: await run() }), { fingerprint, mayHaveHappened });
const somebodyWaits = () => vi.waitFor(() => expect(Lease.take).toHaveResolvedWith(undefined), 60_000);
/** The outcome of the call that ran the work, and of the others. */
const done = (id: string): Outcome => ({ state: "done", id, value: { id } });
const doneBefore = (id: string): Outcome => ({ state: "done", id });

/** What a process leaves that was killed within a run. */
async function leaveRunning(key: string, changeId?: string): Promise<void> {
  const row = { key: sha256(key), digest: sha256("a seller"), state: "running" as const, change_id: changeId ?? null };
  await (await database())
    .insertInto("submissions")
    .values({ ...row, expires_at: Date.now() + 600_000 })
    .execute();
}

beforeEach(() => {
  vi.spyOn(Lease, "take");
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

onBothEngines(() => {
  test("Ten simultaneous submissions run once and all get the result", async () => {
    let runs = 0;
    const create = async () => {
      await somebodyWaits();
      return `seller-${++runs}`;
    };
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => once("create:1", create)));
    expect(runs).toBe(1);
    expect(outcomes.every((outcome) => outcome.state === "done" && outcome.id === "seller-1")).toBe(true);
    expect(await once("create:1", async () => "a second one")).toEqual(doneBefore("seller-1"));
  });

  test("The same key with another order runs nothing and names the first result", async () => {
    await once("create:2", async () => "seller-2");
    const run = vi.fn(async () => "seller-3");
    expect(await once("create:2", run, "another seller")).toEqual({ state: "keyReused", id: "seller-2" });
    expect(run).not.toHaveBeenCalled();
  });

  test("A refused run frees its key for whoever waits", async () => {
    let second: Promise<Outcome> | undefined;
    const first = once("create:4", async () => {
      second = once("create:4", async () => "seller-4");
      await somebodyWaits();
      throw new Refused();
    });
    await expect(first).rejects.toThrow(Refused);
    expect(await second).toEqual(done("seller-4"));
  });

  test("A lost response leaves the outcome unknown, and nothing runs again", async () => {
    const lost = new LostAnswer();
    const again = vi.fn(async () => "a second one");
    const work = { fingerprint: "a seller", mayHaveHappened, changeId: "change-1" };
    expect(await runOnce("create:5", () => Promise.reject(lost), work)).toEqual({
      state: "unknown",
      cause: lost,
      changeId: "change-1",
    });
    expect(await once("create:5", again)).toEqual({ state: "unknown", changeId: "change-1" });
    expect(again).not.toHaveBeenCalled();
  });

  test("A run whose process died is unknown, and names its history entry", async () => {
    await leaveRunning("create:6", "change-6");
    const again = vi.fn(async () => "a second one");
    expect(await once("create:6", again)).toEqual({ state: "unknown", changeId: "change-6" });
    expect(again).not.toHaveBeenCalled();
  });

  test("A repeatable run whose process died runs once more", async () => {
    await leaveRunning("job:2");
    let runs = 0;
    const again = async () => ({ id: `job-${++runs}` });
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, () => runOnce("job:2", again, { fingerprint: "a seller" })),
    );
    expect(runs).toBe(1);
    expect(outcomes.every((outcome) => outcome.state === "done" && outcome.id === "job-1")).toBe(true);
  });

  test("A submission whose lease is held counts as running", async () => {
    await leaveRunning("create:7");
    const lease = await Lease.take(`submission:${sha256("create:7")}`, 60_000);
    vi.useFakeTimers({ toFake: ["performance"] });
    expect(await once("create:7", async () => "a second one")).toEqual({ state: "running" });
    await lease?.release();
  });

  test("A key is free again after its life", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    await once("create:8", async () => "seller-8");
    vi.setSystemTime(Date.now() + 8 * 86_400_000);
    expect(await once("create:8", async () => "seller-9")).toEqual(done("seller-9"));
  });

  test("A key that is used again after its life belongs to the later work", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    await runOnce("create:9", async () => ({ id: "seller-9" }), { fingerprint: "a seller", changeId: "change-1" });
    vi.setSystemTime(Date.now() + 8 * 86_400_000);
    const later = { fingerprint: "another seller", mayHaveHappened, changeId: "change-2" };
    await runOnce("create:9", () => Promise.reject(new LostAnswer()), later);
    const again = runOnce("create:9", async () => ({ id: "a second one" }), later);
    expect(await again).toEqual({ state: "unknown", changeId: "change-2" });
  });
});
