import type { IncomingMessage, ServerResponse } from "node:http";
import { log } from "~/.server/log";
import { requestScope } from "./request-scope";
import { pathOf } from "./request-target";

/** An answer without a body, from what the request's Cookie header says. @returns its HTTP status */
type Answer = (cookie: string | null) => Promise<number>;

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
      response.setHeader("Retry-After", "5");
      return 503;
    })
    .then((status) => response.writeHead(status).end());
  return true;
}
