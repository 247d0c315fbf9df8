import { vi } from "vitest";

/*
 * Replaces `node:timers/promises` (`vi.mock`). In a test with a fake clock, a pause takes no time and
 * moves that clock ahead: `vi.useFakeTimers({ toFake: ["Date", "performance"] })`.
 */
export function setTimeout(ms: number): Promise<void> {
  if (!vi.isFakeTimers()) return new Promise((resolve) => globalThis.setTimeout(resolve, ms));
  // Rounded up, because the fake clock moves by whole ms: it would never reach 10.5.
  vi.advanceTimersByTime(Math.ceil(ms));
  return Promise.resolve();
}
