import type { z } from "zod";
import { BackendError, type BackendName } from "./backend-error";
import { isDotSegment } from "./sellers-wire";

/** Which backend, in logs and metrics, and its base address. */
export type Backend = { name: BackendName; baseUrl: string };

/** A successful (2xx) answer, read to its end. */
export type Answer = { status: number; headers: Headers; bytes: Uint8Array };

/** An answer as it comes: its body, or the whole of it where a thread has read it (long-answers.ts). */
export type Arrived = Pick<Response, "status" | "headers" | "body"> & { whole?: Uint8Array };

export type Call<T> = {
  /** What the call is for, in logs; never a path, which may hold an id. */
  operation: string;
  method: "GET" | "POST" | "PUT" | "PATCH";
  /** Below the base address, its parts already encoded. */
  path: string;
  query?: URLSearchParams;
  /** Sent as JSON. */
  body?: unknown;
  ifMatch?: string;
  /** Ends the call, also while it waits: whoever it is for has left. */
  gone?: AbortSignal;
  /** Below the backend's own cap, in bytes. */
  maxBytes?: number;
  /** A GET whose answer is likely to be long. */
  isLong?: boolean;
  /** Makes the result of the answer; whatever it throws means a bad body. */
  read: (answer: Answer) => T | Promise<T>;
};

/** The JSON of an answer, checked by a schema. */
export function json<S extends z.ZodType>(schema: S): (answer: Answer) => z.output<S> {
  return ({ bytes }) => schema.parse(JSON.parse(new TextDecoder().decode(bytes)));
}

/** A longer text, in characters, is no seller's or person's id. */
export const MAX_ID_LENGTH = 512;

/** An id as one segment of a path. @throws BackendError 404 when no such path can be written */
export function pathSegment(backend: BackendName, id: string): string {
  if (!id || isDotSegment(id) || id.length > MAX_ID_LENGTH) throw new BackendError(backend, "status", { status: 404 });
  try {
    return encodeURIComponent(id);
  } catch (cause) {
    // Half of a surrogate pair.
    throw new BackendError(backend, "status", { status: 404, cause });
  }
}
