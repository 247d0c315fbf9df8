import { vi } from "vitest";

/*
 * Stands for `node:timers/promises` (`vi.mock`): where a test has a clock of its own, a pause moves
 * that on, and takes no time. The clock must leave timers alone: `vi.useFakeTimers({ toFake:
 * ["Date", "performance"] })`.
 */
export function setTimeout(ms: number): Promise<void> {
  if (!vi.isFakeTimers()) return new Promise((resolve) => globalThis.setTimeout(resolve, ms));
  // It moves on by whole milliseconds: the last part of one would be waited for without end.
  vi.advanceTimersByTime(Math.ceil(ms));
  return Promise.resolve();
}
