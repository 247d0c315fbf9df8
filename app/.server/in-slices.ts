import { setImmediate as immediate } from "node:timers/promises";

/** All such work together gets as much at a time. */
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
      await immediate();
    }
  } finally {
    running -= 1;
  }
}

let lastTick: Promise<void> = Promise.resolve();

/** Each caller gets a turn of the event loop of its own, so that other requests run in between. */
export function yieldToEventLoop(): Promise<void> {
  lastTick = lastTick.then(() => immediate());
  return lastTick;
}
