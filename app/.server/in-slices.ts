import { setImmediate as immediate } from "node:timers/promises";

/** All sliced work together may take this time per round of the event loop. */
const SLICE_MS = 10;

let runningCount = 0;

/** Runs the work in slices, so that other requests are served between two slices. */
export async function inSlices<T>(work: Iterator<unknown, T, undefined>): Promise<T> {
  runningCount += 1;
  try {
    for (;;) {
      const sliceEnd = performance.now() + SLICE_MS / runningCount;
      let step = work.next();
      while (!step.done && performance.now() < sliceEnd) step = work.next();
      if (step.done) return step.value;
      await immediate();
    }
  } finally {
    runningCount -= 1;
  }
}

let lastRound: Promise<void> = Promise.resolve();

/** Each caller gets its own round of the event loop, so that requests run between two callers. */
export function yieldToEventLoop(): Promise<void> {
  lastRound = lastRound.then(() => immediate());
  return lastRound;
}
