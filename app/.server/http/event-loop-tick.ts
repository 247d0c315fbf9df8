import { setImmediate as nextTurn } from "node:timers/promises";

let last: Promise<void> = Promise.resolve();

/**
 * Resolves in a turn of the event loop that is given to nobody else, one after the other. What many requests would do at
 * once, because the same turn answered all of them, leaves room for others in between.
 */
export function ownTick(): Promise<void> {
  last = last.then(() => nextTurn());
  return last;
}
