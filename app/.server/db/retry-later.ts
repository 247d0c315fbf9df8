import { setTimeout as pause } from "node:timers/promises";

/** The pauses before the attempts. Together they outlast the restart of a database. */
const PAUSES_MS = [100, 500, 2_000, 5_000, 10_000];

/** Retries a write that has just failed, up to five times, in the background. Never rejects. */
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
