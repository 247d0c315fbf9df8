import { env } from "~/.server/env";
import { FairSlots } from "~/.server/fair-slots";
import type { BackendName } from "./backend-error";
import { Circuit } from "./circuit";

/** A backend as this process knows it: made once, and shared by everybody's calls. */
export class Backend {
  readonly name: BackendName;
  readonly baseUrl: string;
  readonly slots: FairSlots = createBackendSlots();
  readonly circuit: Circuit;

  constructor(name: BackendName, baseUrl: string) {
    this.name = name;
    this.baseUrl = baseUrl;
    this.circuit = new Circuit(name);
  }
}

/** Calls that may wait for a slot, per slot. Further calls fail at once, as busy. */
const QUEUE_PER_SLOT = 16;
/** The part of the slots, and of the places in the queue, that one person may take. */
const SHARE = 1 / 4;
/** The fewest slots that a person may take: a page makes two calls at once. */
const MIN_SLOTS = 2;

/** Bounds the calls to one backend that this process makes at once, in all and for each person. */
function createBackendSlots(): FairSlots {
  const maxRunning = env().BACKEND_CONCURRENCY;
  const maxRunningPerPerson = Math.max(MIN_SLOTS, Math.ceil(maxRunning * SHARE));
  return new FairSlots({
    maxRunning,
    maxRunningPerPerson,
    maxWaiting: maxRunning * QUEUE_PER_SLOT,
    maxWaitingPerPerson: maxRunningPerPerson * QUEUE_PER_SLOT,
  });
}

export type Answer = { status: number; headers: Headers; bytes: Uint8Array };

export type Call<T> = {
  /** Names the call in logs; never a path, which may hold an id. */
  operation: string;
  method: "GET" | "POST" | "PUT" | "PATCH";
  /** Relative to the base address, with its parts already encoded. */
  path: string;
  query?: URLSearchParams;
  body?: unknown;
  ifMatch?: string;
  /** Whether the response's ETag is used: compressing proxies change it, so none may compress. */
  usesTag?: boolean;
  /** Aborts the call, also in the queue, because nobody waits for its result. */
  signal?: AbortSignal;
  /** Called right before sending, with nothing awaited in between; false abandons the call. */
  maySend?: () => boolean;
  /** Maximum size of the response in bytes, where BACKEND_MAX_BYTES is too much. */
  maxBytes?: number;
  /** Reads the result. It throws BackendError or BodyTooLarge; any other error means a bad body. */
  read: (answer: Answer) => T | Promise<T>;
};
