import { setImmediate as nextTurn } from "node:timers/promises";

/** In ms, for all such work together. */
const SLICE_MS = 10;

let running = 0;

/** Other work of the process runs between two slices. @throws whatever the work throws */
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
