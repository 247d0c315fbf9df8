import { env } from "~/.server/env";
import type { BackendName } from "./backend-error";
import { createBackendSlots } from "./backend-slots";
import { Circuit } from "./circuit";

/** Each backend has one instance per process, so that all calls share its slots and its circuit. */
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

/** True if a call ends before the lease. After the lease another process may write the seller. */
export const outlastsCall = ({ remainingMs }: WriteLease) => remainingMs > env().BACKEND_TIMEOUT_MS;

export type Answer = { status: number; headers: Headers; bytes: Uint8Array };

export type Call<T> = {
  /** The call's name in logs. A path may hold an id, so it isn't logged. */
  operation: string;
  method: "GET" | "POST" | "PUT" | "PATCH";
  /** Percent-encoded, and appended to `baseUrl`. */
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
