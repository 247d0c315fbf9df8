import { env } from "~/.server/env";
import { FairSlots } from "~/.server/fair-slots";
import type { BackendName } from "./backend-error";
import { Circuit } from "./circuit";

/** Calls that may wait for a slot, per slot. Further calls fail at once, as busy. */
const QUEUE_PER_SLOT = 16;
/** The part of the slots, and of the places in the queue, that one person may take. */
const SHARE = 1 / 4;
/** The fewest slots that a person may take: a page makes two calls at once. */
const MIN_SLOTS = 2;

/** A backend as this process knows it: made once, and shared by everybody's calls. */
export class Backend {
  readonly name: BackendName;
  readonly baseUrl: string;
  readonly slots: FairSlots;
  readonly circuit: Circuit;

  constructor(name: BackendName, baseUrl: string) {
    const size = env().BACKEND_CONCURRENCY;
    const share = Math.max(MIN_SLOTS, Math.ceil(size * SHARE));
    this.name = name;
    this.baseUrl = baseUrl;
    this.slots = new FairSlots({
      maxRunning: size,
      maxRunningPerPerson: share,
      maxWaiting: size * QUEUE_PER_SLOT,
      maxWaitingPerPerson: share * QUEUE_PER_SLOT,
    });
    this.circuit = new Circuit(name);
  }
}
