import { setImmediate as immediate } from "node:timers/promises";

/** Time per round of the event loop, which all sliced work shares, in ms. */
const SLICE_MS = 10;

let runningCount = 0;

/** Runs long work in slices, between which requests are served. @throws what the work throws */
export async function inSlices<T>(work: Iterator<unknown, T, undefined>): Promise<T> {
  runningCount += 1;
  try {
    for (;;) {
      const until = performance.now() + SLICE_MS / runningCount;
      let step = work.next();
      while (!step.done && performance.now() < until) step = work.next();
      if (step.done) return step.value;
      await immediate();
    }
  } finally {
    runningCount -= 1;
  }
}

let lastRound: Promise<void> = Promise.resolve();

/** Waits for a round of the event loop that no other caller gets: requests run in between. */
export function yieldToEventLoop(): Promise<void> {
  lastRound = lastRound.then(() => immediate());
  return lastRound;
}
