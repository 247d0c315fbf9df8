import { HISTORY } from "~/.server/db/no-room";
import { Budget } from "~/.server/store/budget";
import { storeBytes } from "~/.server/store/open-store";
import { secondsLeft } from "./history-retention.server";

/** What one change takes in the embedded store. */
const BYTES_PER_CHANGE = 2_000;

const room = new Budget(HISTORY, {
  bounds: { records: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY },
  mayEvict: async () => false,
  drop: async () => undefined,
});

/** Counts a job's changes in the person's share of a bounded store. @throws OverBudget */
export async function takeHistoryRoom(sub: string, changes: number): Promise<void> {
  if (storeBytes() === undefined) return;
  const at = Date.now();
  const month = new Date(at).toISOString().slice(0, 7);
  await room.grow(sub, { id: month, bytes: changes * BYTES_PER_CHANGE, until: at + secondsLeft({ at }) * 1000 });
}

export function forgetHistoryRoom(sub: string): Promise<void> {
  return room.forget(sub);
}
