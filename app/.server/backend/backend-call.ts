import { env } from "~/.server/env";
import type { BackendName } from "./backend-error";
import { createBackendSlots } from "./backend-slots";
import { Circuit } from "./circuit";

/** Made once in a process, so that all calls share the slots and the circuit. */
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

/** The lock (db/lease.ts) under which a write runs. */
export type WriteLease = { readonly remainingMs: number };

/** A write must end before its lease does: another process may write the same seller afterwards. */
export const outlastsCall = ({ remainingMs }: WriteLease) => remainingMs > env().BACKEND_TIMEOUT_MS;

export type Answer = { status: number; headers: Headers; bytes: Uint8Array };

export type Call<T> = {
  /** The call's name in logs. A path may hold an id, so it isn't logged. */
  operation: string;
  method: "GET" | "POST" | "PUT" | "PATCH";
  /** Percent-encoded, and relative to the base address. */
  path: string;
  query?: URLSearchParams;
  body?: unknown;
  ifMatch?: string;
  needsETag?: boolean;
  signal?: AbortSignal;
  /** Each must outlast the call (`outlastsCall`). This is checked right before the call is sent. */
  leases?: readonly WriteLease[];
  /** Maximum size of the response in bytes, if less than BACKEND_MAX_BYTES. */
  maxBytes?: number;
  /** May throw BackendError or BodyTooLarge. Any other error becomes a BackendError `badBody`. */
  read: (answer: Answer) => T | Promise<T>;
};
