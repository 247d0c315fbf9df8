import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (typeof address !== "object" || !address) throw new Error("No port");
  return address.port;
}

/** A real redis-server on a free loopback port, keeping its keys in a temporary folder across `kill` and `start`. */
export async function startRedis(...options: string[]) {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), "redis-"));
  let server: ChildProcess;

  async function start() {
    const args = [
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
    server = spawn("redis-server", [...args, ...options], { stdio: ["ignore", "pipe", "inherit"] });
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.once("exit", (code) => reject(new Error(`redis-server ended with ${code}`)));
      server.stdout?.on("data", (text) => String(text).includes("Ready to accept connections") && resolve());
    });
  }
  async function end(signal: NodeJS.Signals) {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill(signal);
    await once(server, "exit");
  }

  await start();
  return {
    url: `redis://127.0.0.1:${port}/0`,
    port,
    start,
    kill: () => end("SIGKILL"),
    /** Stops answering without closing a connection, like a machine that hangs. */
    freeze: () => server.kill("SIGSTOP"),
    thaw: () => server.kill("SIGCONT"),
    async stop() {
      server.kill("SIGCONT");
      await end("SIGKILL");
      await rm(folder, { recursive: true, force: true });
    },
  };
}
