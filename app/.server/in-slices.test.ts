import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { inSlices, yieldToEventLoop } from "./in-slices";

let turn = 0;
let counting: NodeJS.Immediate;
/** In which turn of the event loop each step was done. */
const steps: number[] = [];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
  steps.length = 0;
  const count = () => {
    turn += 1;
    counting = setImmediate(count);
  };
  count();
});
afterEach(() => {
  clearImmediate(counting);
  vi.useRealTimers();
});

/** Steps of 2 ms each, by a clock that nothing else moves. */
function* work(count: number): Generator<void, string> {
  for (let at = 0; at < count; at += 1) {
    vi.advanceTimersByTime(2);
    steps.push(turn);
    yield;
  }
  return "done";
}

/** The most steps that were done in one turn. */
function mostAtOnce(): number {
  const perTurn = new Map<number, number>();
  for (const at of steps) perTurn.set(at, (perTurn.get(at) ?? 0) + 1);
  return Math.max(...perTurn.values());
}

test("Long work lets other work in between", async () => {
  expect(await inSlices(work(40))).toBe("done");
  expect(steps).toHaveLength(40);
  expect(mostAtOnce()).toBeLessThanOrEqual(5);
});

test("Ten simultaneous works don't block a turn ten times as long", async () => {
  await Promise.all(Array.from({ length: 10 }, () => inSlices(work(10))));
  expect(steps).toHaveLength(100);
  expect(mostAtOnce()).toBeLessThanOrEqual(20);
});

test("An error of the work is thrown, and the next has its whole slice", async () => {
  const failing = Array.from({ length: 20 }, () =>
    inSlices(
      // biome-ignore lint/correctness/useYield: fails before it comes to one
      (function* () {
        throw new Error("no");
      })(),
    ),
  );
  await expect(Promise.all(failing)).rejects.toThrow("no");
  const turns = turn;
  await inSlices(work(4));
  expect(turn).toBe(turns);
});

test("Each caller of yieldToEventLoop gets a turn of its own, in order", async () => {
  const seen: [who: number, turn: number][] = [];
  await Promise.all(Array.from({ length: 12 }, (_none, who) => yieldToEventLoop().then(() => seen.push([who, turn]))));
  expect(seen.map(([who]) => who)).toEqual(Array.from({ length: 12 }, (_none, who) => who));
  expect(new Set(seen.map(([, at]) => at)).size).toBe(12);
});
