import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import type { Fault, Target } from "./types";

type Armed = { id: string; fault: Fault; left: number; cleared: AbortController };
/** A fault that happens to one request, with a signal that says when it is cleared. */
export type Taken = { fault: Fault; cleared: AbortSignal };

/** The faults that were ordered and wait for a request that matches. */
export class Faults {
  #armed: Armed[] = [];
  #count = 0;

  add(fault: Fault): string {
    this.#count += 1;
    const id = `fault-${this.#count}`;
    const left = fault.times ?? Number.POSITIVE_INFINITY;
    this.#armed.push({ id, fault, left, cleared: new AbortController() });
    return id;
  }

  clear(id?: string): void {
    const removed = this.#armed.filter((armed) => id === undefined || armed.id === id);
    this.#armed = this.#armed.filter((armed) => !removed.includes(armed));
    for (const { cleared } of removed) cleared.abort();
  }

  /** Takes the fault for this request; undefined if the request gets its right answer. */
  take(target: Target, request: IncomingMessage): Taken | undefined {
    const armed = this.#armed.find(({ fault, left }) => left > 0 && matches(fault, target, request));
    if (!armed) return undefined;
    armed.left -= 1;
    return { fault: armed.fault, cleared: armed.cleared.signal };
  }
}

function matches(fault: Fault, target: Target, request: IncomingMessage): boolean {
  if (fault.target !== target) return false;
  if (fault.method && fault.method.toUpperCase() !== request.method) return false;
  const { path } = fault;
  if (path === undefined) return true;
  const requestedPath = request.url ?? "/";
  if (typeof path === "string") return requestedPath.includes(path);
  return (path instanceof RegExp ? new RegExp(path.source, path.flags) : new RegExp(path.regex)).test(requestedPath);
}

/** @param answer carries out the request and sends the right answer */
export async function commit(
  { fault, cleared }: Taken,
  request: IncomingMessage,
  response: ServerResponse,
  answer: () => void,
): Promise<void> {
  if (fault.hold && !cleared.aborted) await once(cleared, "abort");
  if (fault.drop) {
    request.socket.destroy();
    return;
  }
  if (fault.delayMs) await wait(fault.delayMs);
  if (response.destroyed) return;
  if (fault.cut) cutAnswer(response);
  if (fault.loseAnswer) loseAnswer(response, fault.status);
  if (fault.loseAnswer || !isCanned(fault)) {
    answer();
    return;
  }
  // Read the body first: the answer to a refused upload could otherwise arrive before the upload ends.
  if (!request.readableEnded) {
    request.resume();
    await once(request, "close").catch(() => undefined);
  }
  sendCanned(response, fault);
}

function isCanned(fault: Fault): boolean {
  const { status, body, html, headers } = fault;
  return [status, body, html, headers].some((given) => given !== undefined);
}

function sendCanned(response: ServerResponse, fault: Fault): void {
  const { body = fault.html ? "<!doctype html><title>Serwis</title><p>To nie jest JSON.</p>" : "" } = fault;
  const text = typeof body === "string" ? body : JSON.stringify(body);
  response.writeHead(fault.status ?? 200, {
    "content-type": fault.html ? "text/html; charset=utf-8" : "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(text),
    ...fault.headers,
  });
  response.end(text);
}

/** Sends the headers and the first half of the body, then destroys the connection. */
function cutAnswer(response: ServerResponse): void {
  response.end = ((whole: string | Buffer) => {
    response.write(whole.slice(0, whole.length >> 1), () => response.destroy());
    return response;
  }) as typeof response.end;
}

/** @param status sent instead of the right answer, as by a gateway; without it the connection is cut */
function loseAnswer(response: ServerResponse, status?: number): void {
  const [writeHead, end] = [response.writeHead.bind(response), response.end.bind(response)];
  if (status !== undefined) response.writeHead = (() => writeHead(status)) as typeof response.writeHead;
  response.end = (() => {
    if (status !== undefined) return end();
    response.socket?.destroy();
    return response;
  }) as typeof response.end;
}
