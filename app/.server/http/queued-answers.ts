import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { log } from "~/.server/log";

const queues = new WeakMap<Socket, Set<ServerResponse>>();

/**
 * Answers of one connection that may wait at once. Neither browsers nor proxies send a request before the answer to the last one, and each costs
 * what it costs at once: 20,000 of them fit into 600 kB, and into no memory.
 */
const MAX_WAITING = 32;

/**
 * Tells an answer that waits behind another one on its connection (pipelining) when that connection is gone, as Node tells
 * the one whose turn it is. Node before 24 never tells one that waits, and whatever is held for it would be held for good.
 * @returns false when too many wait there: the connection is cut, and nothing is to be done for the request
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
