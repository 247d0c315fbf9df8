import { env } from "~/.server/env";
import { FairSlots } from "~/.server/fair-slots";

/** Calls that may wait for a slot, per slot. Further calls fail at once, as busy. */
const QUEUE_PER_SLOT = 16;
/** The part of the slots, and of the places in the queue, that one person may take. */
const SHARE = 1 / 4;
/** The fewest slots that a person may take: a page makes two calls at once. */
const MIN_SLOTS = 2;

/** Bounds the calls to one backend that this process makes at once, in all and for each person. */
export function createBackendSlots(): FairSlots {
  const maxRunning = env().BACKEND_CONCURRENCY;
  const maxRunningPerPerson = Math.max(MIN_SLOTS, Math.ceil(maxRunning * SHARE));
  return new FairSlots({
    maxRunning,
    maxRunningPerPerson,
    maxWaiting: maxRunning * QUEUE_PER_SLOT,
    maxWaitingPerPerson: maxRunningPerPerson * QUEUE_PER_SLOT,
  });
}
