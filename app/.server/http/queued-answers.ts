import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

const queues = new WeakMap<Socket, Set<ServerResponse>>();

/**
 * Tells an answer that waits behind another one on its connection (pipelining) when that connection is gone, as Node tells
 * the one whose turn it is. Node never tells one that waits, and whatever is held for it would be held for good.
 */
export function watchQueued({ socket }: IncomingMessage, response: ServerResponse): void {
  if (response.socket) return;
  const queue = queues.get(socket) ?? newQueue(socket);
  queue.add(response);
  response.once("close", () => queue.delete(response));
}

/** One listener for all that a connection sends at once, so that their number is no matter. */
function newQueue(socket: Socket): Set<ServerResponse> {
  const queue = new Set<ServerResponse>();
  queues.set(socket, queue);
  socket.once("close", () => {
    for (const response of queue) {
      // Whose turn it is, or was, hears of it from Node.
      if (!response.socket && !response.writableFinished) response.destroy().emit("close");
    }
  });
  return queue;
}
