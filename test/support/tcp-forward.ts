import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** One address whose server can be exchanged, as at a failover. */
export type TcpForward = {
  port: number;
  /** Leads new connections to another port; open connections stay. */
  leadTo(port: number): void;
  /** Stops passing data on without closing a connection, like a machine that lost its power. */
  stall(): void;
  /** Passes on what was held back. */
  resume(): void;
  close(): void;
};

/** @param at the port; by default a free one */
export async function startTcpForward(to: number, at = 0): Promise<TcpForward> {
  let target = to;
  let isStalled = false;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const onward = connect(target, "127.0.0.1");
    for (const [end, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(end);
      end.on("data", (sent) => other.write(sent));
      end.on("error", () => other.destroy()).on("close", () => other.destroy());
    }
    if (isStalled) for (const end of [socket, onward]) end.pause();
  });
  server.listen(at, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    leadTo(port) {
      target = port;
    },
    stall() {
      isStalled = true;
      for (const socket of sockets) socket.pause();
    },
    resume() {
      isStalled = false;
      for (const socket of sockets) socket.resume();
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
