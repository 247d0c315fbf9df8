import type { z } from "zod";
import { BackendError, type BackendName } from "./backend-error";

/** Which backend, in logs and metrics, and its base address. */
export type Backend = { name: BackendName; baseUrl: string };

/** A successful (2xx) answer, read to its end. */
export type Answer = { status: number; headers: Headers; bytes: Uint8Array };

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
  /** Makes the result of the answer; whatever it throws means a bad body. */
  read: (answer: Answer) => T | Promise<T>;
};

/** The JSON of an answer, checked by a schema. */
export function json<S extends z.ZodType>(schema: S): (answer: Answer) => z.output<S> {
  return ({ bytes }) => schema.parse(JSON.parse(new TextDecoder().decode(bytes)));
}

/** A longer text, in characters, is no seller's or person's id. */
export const MAX_ID_LENGTH = 512;

/** As a part of a path, even encoded, URLs resolve `.` and `..` away (WHATWG URL). */
export const isDotSegment = (id: string) => id === "." || id === "..";

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
