import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { log } from "~/.server/log";

const queues = new WeakMap<Socket, Set<ServerResponse>>();

/**
 * Answers of one connection that may wait at once. Browsers and proxies send no request before the last one is answered, and one that waits
 * costs as much as one whose turn it is: 20,000 of them, 600 kB when they are sent, would take 1.5 GB.
 */
const MAX_WAITING = 32;

/**
 * Tells an answer that waits behind another one on its connection (pipelining) when that connection is gone, as Node tells
 * the one whose turn it is. Node before 24 never tells one that waits, and whatever is held for it would be held for good.
 * @returns false when nothing is to be done for the request: the connection is gone, or cut because too many wait there
 */
export function watchQueued({ socket }: IncomingMessage, response: ServerResponse): boolean {
  if (socket.destroyed) return false;
  if (response.socket) return true;
  const queue = queues.get(socket) ?? newQueue(socket);
  if (queue.size >= MAX_WAITING) {
    log().warn("a connection that sent too many requests at once was cut");
    socket.destroy();
    return false;
  }
  queue.add(response);
  response.once("close", () => queue.delete(response));
  return true;
}

/** One listener for all that a connection sends at once, so that their number is no matter. */
function newQueue(socket: Socket): Set<ServerResponse> {
  const queue = new Set<ServerResponse>();
  queues.set(socket, queue);
  socket.once("close", () => {
    for (const response of queue) {
      // Whose turn it is, or was, hears of it from Node; since Node 24 one that waits does, too, once it is destroyed.
      if (response.socket || response.writableFinished) continue;
      response.destroy();
      setImmediate(() => queue.has(response) && response.emit("close"));
    }
  });
  return queue;
}
