import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** One address with a server behind it that may become another one, as a company's failover does it. */
export type TcpForward = {
  port: number;
  /** Where new connections lead from now on; those that are open stay where they are. */
  leadTo(port: number): void;
  close(): void;
};

export async function startTcpForward(to: number): Promise<TcpForward> {
  let target = to;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const onward = connect(target, "127.0.0.1");
    for (const [end, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(end);
      end.on("error", () => other.destroy()).on("close", () => other.destroy());
      end.pipe(other);
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    leadTo(port) {
      target = port;
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
