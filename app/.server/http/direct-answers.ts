import type { IncomingMessage } from "node:http";
import { log } from "~/.server/log";
import type { Answer } from "./answer-instead";
import { pathOf } from "./request-target";

/** An answer without a body, from what the request's Cookie header says. */
type Status = (cookie: string | null) => Promise<{ status: number; headers?: Record<string, string> }>;

const statuses = new Map<string, Status>();

/** Has GET of that path answered before Remix sees it: for what open pages ask every few seconds. */
export function answerDirectly(path: string, status: Status): void {
  statuses.set(path, status);
}

/** @returns what answers the request, if it is for such a path; 503 when its answer can't be found out */
export function directAnswer(request: IncomingMessage): Answer | undefined {
  const status = request.method === "GET" ? statuses.get(pathOf(request)) : undefined;
  if (!status) return undefined;
  return async (response) => {
    const { status: code, headers } = await status(request.headers.cookie ?? null).catch((error: unknown) => {
      log().warn({ err: error }, "a direct answer failed");
      return { status: 503, headers: { "Retry-After": "5" } };
    });
    // A client that was too slow may have been told so meanwhile.
    if (!response.headersSent) response.writeHead(code, headers).end();
  };
}
