import type { IncomingMessage, ServerResponse } from "node:http";
import { log } from "~/.server/log";
import { requestScope } from "./request-scope";
import { pathOf } from "./request-target";

/** An answer without a body, from what the request's Cookie header says. */
type Answer = (cookie: string | null) => Promise<{ status: number; headers?: Record<string, string> }>;

const answers = new Map<string, Answer>();

/** Has GET of that path answered before Remix sees it: for what open pages ask every few seconds. */
export function answerDirectly(path: string, answer: Answer): void {
  answers.set(path, answer);
}

/** @returns whether the request is being answered; 503 when its answer can't be found out */
export function answerDirect(request: IncomingMessage, response: ServerResponse): boolean {
  const answer = request.method === "GET" ? answers.get(pathOf(request)) : undefined;
  if (!answer) return false;
  answer(request.headers.cookie ?? null)
    .catch((error: unknown) => {
      log().warn({ err: error, requestId: requestScope().id }, "a direct answer failed");
      return { status: 503, headers: { "Retry-After": "5" } };
    })
    .then(({ status, headers }) => response.writeHead(status, headers).end());
  return true;
}
