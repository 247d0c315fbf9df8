import { setImmediate as nextTurn } from "node:timers/promises";

let last: Promise<void> = Promise.resolve();

/** Each caller gets a turn of the event loop of its own, so that other requests run in between. */
export function ownTick(): Promise<void> {
  last = last.then(() => nextTurn());
  return last;
}
