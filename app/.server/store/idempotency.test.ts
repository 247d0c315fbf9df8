import { afterEach, expect, test, vi } from "vitest";
import { giveOwnStore } from "../../../test/support/own-store";
import { type Outcome, once as onceOf } from "./idempotency";
import { StoreUnavailable, store } from "./open-store";

vi.mock("node:timers/promises", () => import("../../../test/support/pauses"));

giveOwnStore();
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Stand-ins for what a backend's client throws. */
class Refused extends Error {}
class LostAnswer extends Error {}
const once = (key: string, run: () => Promise<string>) => onceOf(key, run, { mayHaveHappened });
const mayHaveHappened = (error: unknown) => error instanceof LostAnswer;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const done = (result: string, repeated: boolean): Outcome => ({ state: "done", result, repeated });

test("of ten simultaneous submissions one runs, and all get its result", async () => {
  let runs = 0;
  const create = async () => {
    await pause(200);
    return `seller-${++runs}`;
  };
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => once("create:1", create)));
  expect(runs).toBe(1);
  expect(outcomes.filter((outcome) => outcome.state === "done" && !outcome.repeated)).toEqual([
    done("seller-1", false),
  ]);
  expect(outcomes.filter((outcome) => outcome.state === "done" && outcome.repeated)).toHaveLength(9);
  expect(outcomes.every((outcome) => outcome.state === "done" && outcome.result === "seller-1")).toBe(true);
});

test("a much later resubmission still only returns the result", async () => {
  await once("create:2", async () => "seller-2");
  const again = vi.fn(async () => "a second one");
  expect(await once("create:2", again)).toEqual(done("seller-2", true));
  expect(again).not.toHaveBeenCalled();
  expect(await once("create:other", async () => "another form")).toEqual(done("another form", false));
});

test("a run that was refused frees the key: corrected and sent again, it runs", async () => {
  const refused = new Refused();
  await expect(once("create:3", () => Promise.reject(refused))).rejects.toBe(refused);
  expect(await once("create:3", async () => "seller-3")).toEqual(done("seller-3", false));
});

test("a second submission waits for the first, and runs if that is refused", async () => {
  const first = once("create:4", async () => {
    await pause(300);
    throw new Refused();
  });
  const second = once("create:4", async () => "seller-4");
  await expect(first).rejects.toThrow(Refused);
  expect(await second).toEqual(done("seller-4", false));
});

test("after a lost response the outcome is unknown to all, and nothing runs again", async () => {
  const lost = new LostAnswer();
  const first = once("create:5", async () => {
    await pause(100);
    throw lost;
  });
  const again = vi.fn(async () => "a second one");
  await pause(20);
  const second = once("create:5", again);
  expect(await first).toEqual({ state: "unknown", cause: lost });
  expect(await second).toEqual({ state: "unknown" });
  expect(await once("create:5", again)).toEqual({ state: "unknown" });
  expect(again).not.toHaveBeenCalled();
});

/** What a process leaves that was killed within a run: for `leaseSeconds` nobody knows of it. */
async function leaveRunning(key: string, leaseSeconds: number, trace?: string): Promise<void> {
  const records = await store();
  await records.put(`once:${key}`, JSON.stringify({ state: "running", owner: "killed", trace }), 600);
  if (leaseSeconds > 0) await records.put(`lease:once:${key}`, "killed", leaseSeconds);
}

test("a run whose process died is unknown after its lease; until then it counts as running", async () => {
  vi.useFakeTimers({ toFake: ["Date", "performance"] });
  const until = Date.now() + 700;
  await leaveRunning("create:6", 0.7);
  const again = vi.fn(async () => "a second one");
  expect(await once("create:6", again)).toEqual({ state: "unknown" });
  expect(Date.now()).toBeGreaterThanOrEqual(until);
  expect(again).not.toHaveBeenCalled();
});

test("waits ten seconds at most for a run that takes longer", async () => {
  vi.useFakeTimers({ toFake: ["Date", "performance"] });
  await leaveRunning("create:7", 60);
  const started = performance.now();
  const again = vi.fn(async () => "a second one");
  expect(await once("create:7", again)).toEqual({ state: "running" });
  expect(performance.now() - started).toBeGreaterThan(9_999);
  expect(performance.now() - started).toBeLessThan(10_002);
  expect(again).not.toHaveBeenCalled();
});

test("a run counts as running for as long as the backend has for it, twice over and a renewed token between", async () => {
  const writing = vi.spyOn(await store(), "putIfAbsent");
  await once("create:11", async () => "seller-11");
  expect(writing.mock.calls.find(([key]) => key === "lease:once:create:11")?.[2]).toBe(35);
});

test("an unknown outcome names the first run's history entry", async () => {
  const inDoubt = (trace?: string) => ({ mayHaveHappened: () => true, trace });
  const lost = new LostAnswer();
  const first = onceOf("create:12", () => Promise.reject(lost), inDoubt("note-1"));
  expect(await first).toEqual({ state: "unknown", cause: lost, trace: "note-1" });
  expect(await onceOf("create:12", async () => "no", inDoubt("note-2"))).toEqual({ state: "unknown", trace: "note-1" });
  await leaveRunning("create:13", 0, "note-3");
  expect(await onceOf("create:13", async () => "no", inDoubt())).toEqual({ state: "unknown", trace: "note-3" });
});

test("without a store nothing runs", async () => {
  vi.spyOn(await store(), "putIfAbsent").mockRejectedValue(new StoreUnavailable(new Error("down")));
  const run = vi.fn(async () => "seller");
  await expect(once("create:8", run)).rejects.toThrow(StoreUnavailable);
  expect(run).not.toHaveBeenCalled();
});

test("the result is returned even if the store fails then, and a repetition doesn't run unchecked", async () => {
  const claims = await store();
  vi.spyOn(claims, "replaceIfEquals").mockRejectedValue(new StoreUnavailable(new Error("down")));
  expect(await once("create:9", async () => "seller-9")).toEqual(done("seller-9", false));
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 });
  expect(await once("create:9", async () => "a second one")).toEqual({ state: "unknown" });
});

test("a record that another release wrote in another shape is unknown", async () => {
  await (await store()).put("once:create:10", "{", 60);
  expect(await once("create:10", async () => "a second one")).toEqual({ state: "unknown" });
});

test("a run that calls no backend frees its key after any error", async () => {
  await expect(onceOf("job:1", () => Promise.reject(new LostAnswer()))).rejects.toThrow(LostAnswer);
  expect(await onceOf("job:1", async () => "job-1")).toEqual(done("job-1", false));
});

test("a run that calls no backend is repeated once if its process died", async () => {
  await leaveRunning("job:2", 0);
  let runs = 0;
  const again = async () => `job-${++runs}`;
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => onceOf("job:2", again)));
  expect(runs).toBe(1);
  expect(outcomes.every((outcome) => outcome.state === "done" && outcome.result === "job-1")).toBe(true);
});

test("a paused process that is followed by another one says nothing of its own run", async () => {
  const [records, key] = [await store(), "job:3"];
  const paused = onceOf(key, async () => {
    await records.delete(`lease:once:${key}`);
    expect(await onceOf(key, async () => "the next one's")).toEqual(done("the next one's", false));
    return "its own";
  });
  expect(await paused).toEqual(done("its own", false));
  expect(await onceOf(key, async () => "a third one")).toEqual(done("the next one's", true));
});

test("a run that got the lease of a process that goes on, but not its key, doesn't run", async () => {
  const claims = await store();
  const put = claims.putIfAbsent.bind(claims);
  vi.spyOn(claims, "putIfAbsent").mockImplementation(async (key, ...more) =>
    key.startsWith("once:") ? false : put(key, ...more),
  );
  const run = vi.fn(async () => "seller");
  expect(await once("create:16", run)).toEqual({ state: "running" });
  expect(run).not.toHaveBeenCalled();
});

test("without a lease nothing runs, and the key stays free", async () => {
  const claims = await store();
  const put = claims.putIfAbsent.bind(claims);
  vi.spyOn(claims, "putIfAbsent").mockImplementation((key, ...more) =>
    key.startsWith("lease:") ? Promise.reject(new StoreUnavailable(new Error("down"))) : put(key, ...more),
  );
  const run = vi.fn(async () => "seller");
  await expect(once("create:15", run)).rejects.toThrow(StoreUnavailable);
  expect(run).not.toHaveBeenCalled();
  vi.restoreAllMocks();
  expect(await once("create:15", run)).toEqual(done("seller", false));
});
