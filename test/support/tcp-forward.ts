import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/**
 * One address with a server behind it that may become another one, as a company's failover does it.
 */
export type TcpForward = {
  port: number;
  /** Where new connections lead from now on; those that are open stay where they are. */
  leadTo(port: number): void;
  /**
   * What is sent and matches is passed on, once, and its connection cut before the answer. Resolves
   * then.
   */
  loseAnswer(sent: RegExp): Promise<void>;
  close(): void;
};

export async function startTcpForward(to: number): Promise<TcpForward> {
  let target = to;
  const sockets = new Set<Socket>();
  let losing: { sent: RegExp; lost: () => void } | undefined;
  const server = createServer((socket) => {
    const onward = connect(target, "127.0.0.1");
    for (const [end, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(end);
      end.on("error", () => other.destroy()).on("close", () => other.destroy());
    }
    socket.on("data", (sent) => {
      onward.write(sent);
      if (!losing?.sent.test(String(sent))) return;
      const { lost } = losing;
      losing = undefined;
      onward.removeAllListeners("data").once("data", () => {
        onward.destroy();
        lost();
      });
    });
    onward.on("data", (answer) => socket.write(answer));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    leadTo(port) {
      target = port;
    },
    loseAnswer: (sent) =>
      new Promise((lost) => {
        losing = { sent, lost };
      }),
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
