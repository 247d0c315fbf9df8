import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

/** An HTTP server on loopback that can be stopped and started again on the same port. */
export class Listener {
  #server: Server | undefined;
  #port: number;
  handler: RequestListener = (_request, response) => response.writeHead(503).end();

  /** @param port 0: a free port, which later starts use again */
  constructor(port = 0) {
    this.#port = port;
  }

  get port(): number {
    return this.#port;
  }

  async start(): Promise<void> {
    if (this.#server) return;
    const server = createServer((request, response) => this.handler(request, response));
    // A client must not reuse a connection that is being closed: the test would fail by chance.
    server.keepAliveTimeout = 60_000;
    server.listen(this.#port, "127.0.0.1");
    await once(server, "listening");
    this.#server = server;
    this.#port = (server.address() as AddressInfo).port;
  }

  /** Refuses new connections and destroys the open ones, requests in flight included. */
  async stop(): Promise<void> {
    const server = this.#server;
    if (!server) return;
    this.#server = undefined;
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    await closed;
    // For a moment a client in this process could still use a pooled connection.
    await wait(20);
  }
}
