import { execFileSync } from "node:child_process";
import { closeSync, constants, openSync } from "node:fs";
import { Socket } from "node:net";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { type App, startApp } from "../support/app";
import { giveFolder } from "../support/own-folder";
import { testEnv } from "../support/test-env";

const folder = giveFolder();
/** A request's line in the log has at least so many bytes. */
const LINE_BYTES = 250;
const AT_ONCE = 50;

const THROW_ON_SIGUSR2 = "data:text/javascript,process.on('SIGUSR2', () => { throw new Error('boom') })";

let app: App | undefined;
afterEach(async () => void (await app?.stop("SIGKILL")));

/** Makes a named pipe with a reader that reads nothing. */
function openPipe(name: string) {
  const path = join(folder, name);
  execFileSync("mkfifo", [path]);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return { reader, writer: openSync(path, "w") };
}

async function startLoggingTo(fd: number, name: string): Promise<App> {
  const env = testEnv({ LOG_LEVEL: "info", DATABASE_URL: `file:${join(folder, `${name}.db`)}` });
  app = await startApp(env, { output: fd, args: ["--import", THROW_ON_SIGUSR2] });
  closeSync(fd);
  return app;
}

/** Sends requests until the log has so many kB, more than a pipe's buffer of 64 kB. */
async function askOften(server: App, kilobytes = 200) {
  for (let bytes = 0; bytes < kilobytes * 1024; bytes += AT_ONCE * LINE_BYTES) {
    const asking = Array.from({ length: AT_ONCE }, () => fetch(server.url, { method: "OPTIONS" }));
    for (const { status } of await Promise.all(asking)) expect(status).toBe(204);
    expect(await (await fetch(`${server.url}/healthz`)).text()).toBe("ok\n");
  }
}

it("The service answers and stops after the reader of its log has gone", async () => {
  const { reader, writer } = openPipe("gone");
  const server = await startLoggingTo(writer, "gone");
  closeSync(reader);
  await askOften(server);
  expect(await server.stop()).toBe(0);
});

it("The service answers and stops while the disk of its log is full", async () => {
  const server = await startLoggingTo(openSync("/dev/full", "w"), "full");
  await askOften(server);
  expect(await server.stop()).toBe(0);
});

it.each([
  ["SIGTERM", 0],
  ["SIGUSR2", 1],
] as const)("The service answers while the reader of its log is stuck, and %s ends it", async (signal, code) => {
  const { reader, writer } = openPipe(signal);
  const server = await startLoggingTo(writer, signal);
  await askOften(server);
  expect(await server.stop(signal)).toBe(code);
  closeSync(reader);
});

it("A stuck reader that reads on gets at most 1 MiB of what it missed", async () => {
  const { reader, writer } = openPipe("slow");
  const server = await startLoggingTo(writer, "slow");
  await askOften(server, 1_500);
  let log = "";
  const socket = new Socket({ fd: reader, writable: false });
  socket.setEncoding("utf8").on("data", (text: string) => (log += text));
  const later: string[] = [];
  await expect
    .poll(async () => {
      later.push((await fetch(server.url, { method: "OPTIONS" })).headers.get("x-request-id") ?? "no id");
      return later.some((id) => log.includes(id));
    })
    .toBe(true);
  expect(log.length).toBeGreaterThan(1024 * 1024);
  expect(log.length).toBeLessThan(1.2 * 1024 * 1024);
  expect(await server.stop()).toBe(0);
  socket.destroy();
});
