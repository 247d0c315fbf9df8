import { env } from "~/.server/env";
import { FairSlots } from "~/.server/fair-slots";

/** How many calls may wait for each slot. Further calls fail at once with `busy`. */
const QUEUE_PER_SLOT = 16;
/** One person may take this share of the slots and of the queue. */
const SHARE_PER_PERSON = 1 / 4;
/** Each person gets two slots even if that exceeds the share: a page makes two calls at once. */
const MIN_SLOTS_PER_PERSON = 2;

export function createBackendSlots(): FairSlots {
  const maxRunning = env().BACKEND_CONCURRENCY;
  const maxRunningPerPerson = Math.max(MIN_SLOTS_PER_PERSON, Math.ceil(maxRunning * SHARE_PER_PERSON));
  return new FairSlots({
    maxRunning,
    maxRunningPerPerson,
    maxWaiting: maxRunning * QUEUE_PER_SLOT,
    maxWaitingPerPerson: maxRunningPerPerson * QUEUE_PER_SLOT,
  });
}
