import { setTimeout as pause } from "node:timers/promises";
import { vi } from "vitest";

/** lru-cache reads the clock at most once a millisecond, so a test has to wait longer. */
const CACHED_CLOCK_MS = 5;

/** Moves the monotonic clock ahead until the mocks are restored: caches age by it. */
export async function passTime(ms: number): Promise<void> {
  const now = performance.now();
  vi.spyOn(performance, "now").mockReturnValue(now + ms);
  await pause(CACHED_CLOCK_MS);
}
