import pino, { type Logger } from "pino";
import { env } from "./env";

let root: Logger | undefined;
let currentIds: () => { requestId?: string; traceId?: string } = () => ({});

export function setIdSource(source: typeof currentIds): void {
  currentIds = source;
}

/** Never log a token, code, cookie or a text that a person typed. */
export function log(): Logger {
  root ??= pino(
    {
      level: env().LOG_LEVEL,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: () => currentIds(),
      formatters: { level: (label: string) => ({ level: label }) },
      serializers: { err: describeError, error: describeError },
    },
    // Not pino's own destination, which would retry the last line for ever at an exit.
    process.stdout,
  );
  return root;
}

/** The most output of one stream that may wait in memory for a slow log shipper. */
const MAX_UNREAD_BYTES = 1024 * 1024;

/** remix-serve logs each request with its URL: `GET /auth?code=… 302 - - 12.3 ms`. */
const REQUEST_LINE = /^[A-Z-]+ \S+ (\d{3}|-) /;

// Drops remix-serve's lines, and lines that can't be written because a log shipper was killed,
// Docker's log driver blocks, or the disk is full.
export function dropUnwantedLines(): void {
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream) as (...args: unknown[]) => boolean;
    stream.write = (...args: unknown[]) => {
      if (typeof args[0] === "string" && REQUEST_LINE.test(args[0])) return true;
      return stream.writableLength < MAX_UNREAD_BYTES && write(...args);
    };
    stream.on("error", () => {});
  }
}

/** Leaves out an error's other properties, which may be secret. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = (error as { code?: unknown }).code;
  return {
    type: error.name,
    message: withoutQueries(error.message),
    ...(typeof code === "string" ? { code } : {}),
    ...(error.stack ? { stack: withoutQueries(error.stack) } : {}),
    ...(error.cause ? { cause: describeError(error.cause) } : {}),
  };
}

/** Removes the queries of URLs, which may have a code or a person's search. */
function withoutQueries(text: string): string {
  return text.replace(/\?[^\s"')]*=[^\s"')]*/g, "?…");
}
