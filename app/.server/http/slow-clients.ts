import type { IncomingMessage, ServerResponse } from "node:http";
import { env } from "~/.server/env";
import { log } from "~/.server/log";
import { routeOf } from "~/.server/route-name";
import { requestScope } from "./request-scope";

/** What a form or an answer under way must move in each span of CLIENT_TIMEOUT_SECONDS, in bytes. */
const LEAST_BYTES = 64 * 1024;

type Limits = { windowMs: number; leastBytes: number };

/** What a connection waits for: the rest of a form, or somebody to take the answer. */
type Waiting = "body" | "reader";

type Exchange = {
  request: IncomingMessage;
  response: ServerResponse;
  requestId: string;
  waiting?: Waiting;
  /** When the span began that is measured now, in ms of `performance`. */
  since: number;
  /** Bytes that had moved by then. */
  moved: number;
};

/**
 * Cuts connections whose other side holds them up: a form that drips, which gets 408 (RFC 9110 §15.5.9), and an answer
 * that nobody takes. Time that the server itself needs doesn't count. Node's own deadlines (headersTimeout,
 * requestTimeout) know whole requests alone, and none for answers.
 */
export class SlowClients {
  readonly #limits: Limits;
  readonly #open = new Set<Exchange>();
  #timer: NodeJS.Timeout | undefined;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  watch(request: IncomingMessage, response: ServerResponse): void {
    const exchange: Exchange = { request, response, requestId: requestScope().id, since: performance.now(), moved: 0 };
    this.#open.add(exchange);
    response.once("close", () => this.#open.delete(exchange));
    this.#timer ??= setInterval(() => this.#sweep(), this.#limits.windowMs / 4).unref();
  }

  #sweep(): void {
    for (const exchange of this.#open) {
      if (this.#isSlow(exchange)) cut(exchange);
    }
    if (this.#open.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #isSlow(exchange: Exchange): boolean {
    const waiting = waitingFor(exchange);
    const moved = waiting ? movedOf(exchange, waiting) : 0;
    const now = performance.now();
    const enough = moved - exchange.moved >= this.#limits.leastBytes;
    if (waiting === undefined || waiting !== exchange.waiting || enough) {
      Object.assign(exchange, { waiting, moved, since: now });
      return false;
    }
    return now - exchange.since >= this.#limits.windowMs;
  }
}

function waitingFor({ request, response }: Exchange): Waiting | undefined {
  if (response.writableLength > 0 || (response.socket?.writableLength ?? 0) > 0) return "reader";
  return request.complete || response.headersSent ? undefined : "body";
}

function movedOf({ request: { socket } }: Exchange, waiting: Waiting): number {
  return waiting === "body" ? socket.bytesRead : socket.bytesWritten - socket.writableLength;
}

function cut({ request, response, requestId, waiting }: Exchange): void {
  const { socket } = request;
  log().warn({ ...routeOf(request.url), requestId, waiting }, "a connection that hardly moved was cut");
  if (response.headersSent) socket.destroy();
  else socket.end("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n", () => socket.destroy());
}

let own: SlowClients | undefined;

/** This process's own. */
export function slowClients(): SlowClients {
  own ??= new SlowClients({ windowMs: env().CLIENT_TIMEOUT_SECONDS * 1000, leastBytes: LEAST_BYTES });
  return own;
}
