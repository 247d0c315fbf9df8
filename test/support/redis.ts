import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, start } from "../../scripts/lib/process.mjs";

/** A redis-server of our own: free port, own folder, gone when closed. */
export type RedisServer = {
  url: string;
  /** Brings it up again on the same port with what it held. */
  start(): Promise<void>;
  /** Takes it down as a crash would; what was written stays on disk. */
  stop(): Promise<void>;
  /** Freezes it: connections stay open and nothing answers, until `thaw`. */
  freeze(): void;
  thaw(): void;
  close(): Promise<void>;
};

const READY_WITHIN_MS = 20_000;

/** Starts `redis-server`, which keeps every write on disk, and waits until it answers. */
export async function startRedis(...options: string[]): Promise<RedisServer> {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), "panel-redis-"));
  let child: ReturnType<typeof start> | undefined;

  const up = async () => {
    const settings = [
      "--port",
      `${port}`,
      "--bind",
      "127.0.0.1",
      "--dir",
      folder,
      "--appendonly",
      "yes",
      "--appendfsync",
      "always",
    ];
    const server = start("redis-server", [...settings, "--save", "", ...options], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    let failure: string | undefined;
    server.stdout?.on("data", (text: Buffer) => {
      output += text;
    });
    server.once("error", (error) => {
      failure = error.message;
    });
    server.once("exit", (code) => {
      failure ??= `redis-server ended with code ${code}:\n${output}`;
    });
    child = server;
    const giveUpAt = Date.now() + READY_WITHIN_MS;
    while (!(await pings(port))) {
      if (failure) throw new Error(failure);
      if (Date.now() > giveUpAt)
        throw new Error(`redis-server didn't answer in ${READY_WITHIN_MS / 1000} s:\n${output}`);
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  };

  const down = () =>
    new Promise<void>((resolve) => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return resolve();
      child.once("exit", () => resolve());
      child.kill("SIGKILL");
    });

  await up();
  return {
    url: `redis://127.0.0.1:${port}`,
    start: up,
    stop: down,
    freeze: () => child?.kill("SIGSTOP"),
    thaw: () => child?.kill("SIGCONT"),
    close: async () => {
      await down();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A bare PING, so that the harness doesn't lean on the client that it tests. */
function pings(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write("PING\r\n"));
    const done = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once("data", (reply) => done(/^(\+PONG|-NOAUTH)/.test(String(reply))));
    socket.once("error", () => done(false));
    socket.setTimeout(1_000, () => done(false));
  });
}
