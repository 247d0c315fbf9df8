import type { z } from "zod";
import { BackendError, type BackendName } from "./backend-error";
import { parseJson } from "./parse-json";

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
  /** Aborts the call, also in the queue, because nobody waits for its result. */
  gone?: AbortSignal;
  /** Called right before sending, with nothing awaited in between; false abandons the call. */
  maySend?: () => boolean;
  /** Maximum size of the response in bytes, where BACKEND_MAX_BYTES is too much. */
  maxBytes?: number;
  /** Turns the response into the call's result. Any error that it throws means a bad body. */
  read: (answer: Answer) => T | Promise<T>;
};

export function json<S extends z.ZodType>(schema: S): (answer: Answer) => z.output<S> {
  return ({ bytes }) => schema.parse(parseJson(bytes));
}

/** Maximum length of a seller's or a person's id, in characters. */
export const MAX_ID_LENGTH = 512;

/** `..` leads out of a path, even encoded (WHATWG URL), and some servers decode `%2F` early. */
export const hasDotSegment = (id: string) => id.split(/[/\\]/).some((part) => part === "." || part === "..");

/** Encodes an id as one segment of a path. @throws BackendError 404 if no path can hold the id */
export function pathSegment(backend: BackendName, id: string): string {
  if (!id || hasDotSegment(id) || id.length > MAX_ID_LENGTH) throw new BackendError(backend, "status", { status: 404 });
  try {
    return encodeURIComponent(id);
  } catch (cause) {
    // The id holds half of a surrogate pair.
    throw new BackendError(backend, "status", { status: 404, cause });
  }
}
