import { setTimeout as pause } from "node:timers/promises";
import { vi } from "vitest";

/** lru-cache reads the clock once for all that happens within a millisecond. */
const CACHED_CLOCK_MS = 5;

/** Moves the monotonic clock ahead until the mocks are restored: caches age by it. */
export async function passTime(ms: number): Promise<void> {
  const now = performance.now();
  vi.spyOn(performance, "now").mockReturnValue(now + ms);
  await pause(CACHED_CLOCK_MS);
}
