import { FairSlots } from "~/.server/fair-slots";

/** Each waiting file takes up to 10 MB of memory, so few may wait. */
const checkSlots = new FairSlots({ maxRunning: 2, maxRunningPerPerson: 1, maxWaiting: 6, maxWaitingPerPerson: 1 });

export type SlotState = "waiting" | "checking";

/** The person and the size identify a file well enough for its progress message. */
const slotStates = new Map<string, SlotState>();
const slotKey = (person: string, bytes: number) => `${person} ${bytes}`;

/** @returns null for a file that this process isn't handling */
export function slotStateOf(person: string, bytes: number): SlotState | null {
  return slotStates.get(slotKey(person, bytes)) ?? null;
}

/** Runs a check in one of the process's slots. @throws NoSlot; whatever `run` throws */
export async function runInCheckSlot<T>(person: string, bytes: number, run: () => Promise<T>): Promise<T> {
  const key = slotKey(person, bytes);
  // In ms; proxies time out later.
  const waiting = checkSlots.take(person, undefined, 25_000);
  if (!slotStates.has(key)) slotStates.set(key, "waiting");
  try {
    const release = await waiting;
    slotStates.set(key, "checking");
    return await run().finally(release);
  } finally {
    slotStates.delete(key);
  }
}
