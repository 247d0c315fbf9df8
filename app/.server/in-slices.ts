import { setImmediate as nextTurn } from "node:timers/promises";

/** How long such work may hold the event loop in one go, in ms, all that run at once together. */
const SLICE_MS = 10;

let running = 0;

/**
 * Does work that yields wherever it may be interrupted, a slice at a time: whatever else the process has to do goes on
 * between two slices.
 * @throws whatever the work throws
 */
export async function inSlices<T>(work: Iterator<unknown, T, undefined>): Promise<T> {
  running += 1;
  try {
    for (;;) {
      const until = performance.now() + SLICE_MS / running;
      let step = work.next();
      while (!step.done && performance.now() < until) step = work.next();
      if (step.done) return step.value;
      await nextTurn();
    }
  } finally {
    running -= 1;
  }
}
