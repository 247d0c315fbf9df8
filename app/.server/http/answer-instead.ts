import type { IncomingMessage, Server, ServerResponse } from "node:http";

/** Answers a request that no route is to see; it may do so later. */
export type Answer = (response: ServerResponse) => unknown;

const watched = new WeakSet<Server>();
const answers = new WeakMap<IncomingMessage, Answer>();

/**
 * Registers an answer that takes the place of the routes': remix-serve has no middleware. It is given when Node would hand
 * the request on to them, not at once: Node may still answer by itself after it has announced a request (400 without a
 * Host, 417 for an unknown expectation), and a second answer would be an exception that nobody catches.
 */
export function answerInstead(server: Server, request: IncomingMessage, answer: Answer): void {
  answers.set(request, answer);
  if (watched.has(server)) return;
  watched.add(server);
  const emit = server.emit.bind(server) as (event: string, ...given: unknown[]) => boolean;
  server.emit = ((event: string, ...given: unknown[]) => {
    const found = event === "request" ? answers.get(given[0] as IncomingMessage) : undefined;
    if (!found) return emit(event, ...given);
    found(given[1] as ServerResponse);
    return true;
  }) as Server["emit"];
}
