import { FairSlots } from "~/.server/fair-slots";

/** Each waiting file takes up to 10 MB of memory, so few may wait. */
const checkSlots = new FairSlots({ maxRunning: 2, maxRunningPerPerson: 1, maxWaiting: 6, maxWaitingPerPerson: 1 });

/** In ms; proxies time out later. */
const MAX_WAIT_MS = 25_000;

/** Runs a check in one of the process's slots. @throws NoSlot; whatever `run` throws */
export async function runInCheckSlot<T>(person: string, run: () => Promise<T>): Promise<T> {
  const release = await checkSlots.take(person, undefined, MAX_WAIT_MS);
  return run().finally(release);
}
