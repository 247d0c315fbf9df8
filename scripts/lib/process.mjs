// Starts child processes without a shell, and ends them with this process.
import { spawn } from "node:child_process";
import { createServer } from "node:net";

const PARENT_CHECK_MS = 500;
const parent = process.ppid;

/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();
process.on("exit", () => signalAll("SIGKILL"));

/**
 * Starts a command that is killed when this process ends.
 * @param {string} command
 * @param {string[]} args
 * @param {import("node:child_process").SpawnOptions} options
 */
export function start(command, args, options) {
  const child = spawn(command, args, options);
  running.add(child);
  const forget = () => running.delete(child);
  child.once("exit", forget);
  child.once("error", forget);
  return child;
}

/** Passes a signal on to every running command. @param {NodeJS.Signals} signal */
export function signalAll(signal) {
  for (const child of running) child.kill(signal);
}

/**
 * Runs a command to its end, and shows its output.
 * @param {string} command
 * @param {string[]} args
 * @param {import("node:child_process").SpawnOptions} [options]
 * @returns {Promise<number>} the exit code; 127 if it can't be started, 128 if a signal ended it
 */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = start(command, args, { stdio: ["ignore", "inherit", "inherit"], ...options });
    child.once("error", (error) => {
      console.error(`${command}: ${error.message}`);
      resolve(127);
    });
    // "close" would wait for every descendant that keeps the output open.
    child.once("exit", (code) => resolve(code ?? 128));
  });
}

/**
 * Calls `stop` once, when this process must end: at a signal, when nobody reads its output any
 * more, or when its parent has ended, because npm's shell passes no SIGTERM on.
 * @param {() => void} stop
 */
export function onStopRequest(stop) {
  let isStopping = false;
  const stopOnce = () => {
    if (isStopping) return;
    isStopping = true;
    stop();
  };
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) process.on(signal, stopOnce);
  for (const stream of [process.stdout, process.stderr]) stream.on("error", stopOnce);
  setInterval(() => process.ppid === parent || stopOnce(), PARENT_CHECK_MS).unref();
}

/** This range is below the ports of outgoing connections, which could take a port first. */
const QUIET_PORTS = { first: 20_000, count: 12_000 };

/**
 * @param {number} port
 * @param {string} host
 * @returns {Promise<boolean>} whether nothing listens there; a machine may lack IPv6
 */
const isFree = (port, host) =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", (/** @type {NodeJS.ErrnoException} */ { code }) => resolve(code === "EADDRNOTAVAIL"));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });

/**
 * Returns a port on which nothing listens now, on either loopback address.
 * @param {number} [preferred] taken when it is free
 * @returns {Promise<number>}
 */
export async function freePort(preferred) {
  const port = preferred ?? QUIET_PORTS.first + Math.floor(Math.random() * QUIET_PORTS.count);
  return (await isFree(port, "127.0.0.1")) && (await isFree(port, "::1")) ? port : freePort();
}
