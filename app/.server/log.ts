import pino, { type Logger } from "pino";
import { env } from "./env";

let root: Logger | undefined;
/** Returns the ids of the request or job that a line is written for. */
let currentIds: () => { requestId?: string; traceId?: string } = () => ({});

/** request-scope.ts imports this module, so that it must hand its ids over. */
export function setIdSource(source: typeof currentIds): void {
  currentIds = source;
}

/** JSON lines on standard output. Never pass a token, code, cookie or typed text to it. */
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
    // pino's own destination would retry the last line before an exit for ever.
    process.stdout,
  );
  return root;
}

/** How much output may wait in memory for a slow log shipper, in bytes per stream. */
const MAX_UNREAD_BYTES = 1024 * 1024;

/** remix-serve's line of a request: `GET /auth?code=… 302 - - 12.3 ms`. Ours says it without the URL. */
const REQUEST_LINE = /^[A-Z-]+ \S+ (\d{3}|-) /;

/**
 * Drops remix-serve's lines of requests, and what can't be written to standard output and error: a
 * reader may be gone (a log shipper that was killed) or stuck (Docker's blocking log drivers), and a
 * disk full.
 */
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

/** Kind, message, stack and causes, never an error's own properties. */
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

/** A URL may carry a code or a person's search, so only its path is logged. */
function withoutQueries(text: string): string {
  return text.replace(/\?[^\s"')]*=[^\s"')]*/g, "?…");
}
