import { FairSlots } from "~/.server/fair-slots";

/** `maxWaiting` is low, because each waiting file takes up to 10 MB of memory. */
const checkSlots = new FairSlots({ maxRunning: 2, maxRunningPerPerson: 1, maxWaiting: 6, maxWaitingPerPerson: 1 });

/** Less than a proxy's timeout, in ms. */
const MAX_WAIT_MS = 25_000;

export async function runInCheckSlot<T>(person: string, run: () => Promise<T>): Promise<T> {
  const release = await checkSlots.take(person, undefined, MAX_WAIT_MS);
  return run().finally(release);
}
