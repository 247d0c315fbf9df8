import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** One address with a server behind it that may become another one, as at a failover. */
export type TcpForward = {
  port: number;
  /** Where new connections lead from now on; those that are open stay where they are. */
  leadTo(port: number): void;
  /** Passes nothing on any more, and cuts nothing, as a machine that is gone without a word. */
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
