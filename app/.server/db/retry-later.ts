import { setTimeout as pause } from "node:timers/promises";

/** In ms, between attempts. Together they outlast a database that restarts. */
const PAUSES_MS = [100, 500, 2_000, 5_000, 10_000];

/** Repeats a write that failed until it succeeds or the pauses are over. Never rejects. */
export async function retryLater(write: () => Promise<unknown>): Promise<void> {
  for (const ms of PAUSES_MS) {
    await pause(ms, undefined, { ref: false });
    const isWritten = await write().then(
      () => true,
      () => false,
    );
    if (isWritten) return;
  }
}
