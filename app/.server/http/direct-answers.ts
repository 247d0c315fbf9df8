import type { IncomingMessage, ServerResponse } from "node:http";
import { DatabaseUnavailable } from "~/.server/db/errors";
import { log } from "~/.server/log";
import { isMissingAsset, isWriteToAsset } from "./built-files";
import { isAsset, pathOf } from "./request-target";

type StatusAnswer = (cookieHeader: string | null) => Promise<{ status: number; headers?: Record<string, string> }>;

const answers = new Map<string, StatusAnswer>();

/** From now on a GET of `path` is answered without Remix, which is too slow for polling pages. */
export function registerDirectAnswer(path: string, answer: StatusAnswer): void {
  answers.set(path, answer);
}

const ALLOW = "GET, HEAD, POST";
const ALLOW_OF_FILES = "GET, HEAD";
/** Other methods get a 405: `Request` throws for TRACE, and Remix shows an error in English. */
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);

/** For OPTIONS or a missing asset, Remix would run loaders. @returns false if Remix must answer */
export function answerWithoutPage(request: IncomingMessage, response: ServerResponse): boolean {
  const { method = "" } = request;
  const answer = method === "GET" ? answers.get(pathOf(request)) : undefined;
  if (method === "OPTIONS") response.writeHead(204, { Allow: ALLOW }).end();
  else if (!METHODS.has(method) || isWriteToAsset(request)) {
    response.writeHead(405, { Allow: isAsset(request) ? ALLOW_OF_FILES : ALLOW }).end();
  } else if (isMissingAsset(request)) response.writeHead(404).end();
  else if (answer) void sendStatus(answer, request, response);
  else return false;
  return true;
}

async function sendStatus(answer: StatusAnswer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { status, headers } = await answer(request.headers.cookie ?? null).catch((error: unknown) => {
    // The database's failure has been logged already (guarded-dialect.ts).
    const level = error instanceof DatabaseUnavailable ? "debug" : "warn";
    log()[level]({ err: error }, "a direct answer failed");
    return { status: 503, headers: { "Retry-After": "5" } };
  });
  // The headers are sent already if a client was so slow that Node answered 408.
  if (!response.headersSent) response.writeHead(status, headers).end();
}
