import { env } from "~/.server/env";
import type { BackendName } from "./backend-error";
import { createBackendSlots } from "./backend-slots";
import { Circuit } from "./circuit";

/** A backend as this process knows it: made once, and shared by everybody's calls. */
export class Backend {
  readonly name: BackendName;
  readonly baseUrl: string;
  readonly slots = createBackendSlots();
  readonly circuit: Circuit;

  constructor(name: BackendName, baseUrl: string) {
    this.name = name;
    this.baseUrl = baseUrl;
    this.circuit = new Circuit(name);
  }
}

/** A lease (db/lease.ts) that a write needs. `left`: in ms, not positive once the lease is lost. */
export type WriteLease = { readonly left: number };

/** Without this a call's response could come after the lease, when its next holder writes, too. */
export const outlastsCall = ({ left }: WriteLease) => left > env().BACKEND_TIMEOUT_MS;

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
  /** The call is abandoned unless each of them outlasts it (`outlastsCall`), right before it is sent. */
  leases?: readonly WriteLease[];
  /** Maximum size of the response in bytes, where BACKEND_MAX_BYTES is too much. */
  maxBytes?: number;
  /** Reads the result. It throws BackendError or BodyTooLarge; any other error means a bad body. */
  read: (answer: Answer) => T | Promise<T>;
};
