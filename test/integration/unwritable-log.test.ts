import { execFileSync } from "node:child_process";
import { closeSync, constants, openSync } from "node:fs";
import { Socket } from "node:net";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { type App, startApp } from "../support/app";
import { giveFolder } from "../support/own-folder";
import { testEnv } from "../support/test-env";

const folder = giveFolder();
/** Appears in the log; a hundred such lines exceed a pipe's buffer and what the server holds. */
const LONG_PATH = `/${"x".repeat(32_000)}`;

const THROW_ON_SIGUSR2 = "data:text/javascript,process.on('SIGUSR2', () => { throw new Error('boom') })";

let app: App | undefined;
afterEach(async () => void (await app?.stop("SIGKILL")));

/** A named pipe, whose reader is there but reads nothing. */
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

async function askOften(server: App, times = 8) {
  for (let at = 0; at < times; at++) {
    await (await fetch(server.url + LONG_PATH)).text();
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
  await askOften(server, 100);
  let log = "";
  const socket = new Socket({ fd: reader, writable: false });
  socket.setEncoding("utf8").on("data", (text: string) => (log += text));
  await expect
    .poll(async () => (await fetch(`${server.url}/after`)).status === 404 && log.includes("/after"))
    .toBe(true);
  expect(log.length).toBeGreaterThan(1024 * 1024);
  expect(log.length).toBeLessThan(1.2 * 1024 * 1024);
  expect(await server.stop()).toBe(0);
  socket.destroy();
});
