// Child processes: started without a shell, and never left behind.
import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { createInterface } from "node:readline";

/** How long what a command has printed may be on its way after its end. */
const LAST_WORDS_WITHIN_MS = 2_000;

/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

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

/** Passes a signal on to every command that runs. @param {NodeJS.Signals} signal */
export function signalAll(signal) {
  for (const child of running) child.kill(signal);
}

/**
 * Runs a command to its end, showing what it prints.
 * @param {string} command
 * @param {string[]} args
 * @param {import("node:child_process").SpawnOptions} [options]
 * @param {(line: string) => void} [onLine] is told each line of what it pipes to us
 * @returns {Promise<number>} its exit code; 127 when it can't be started, 128 when a signal ended
 * it
 */
export function run(command, args, options = {}, onLine) {
  return new Promise((resolve) => {
    const child = start(command, args, { stdio: ["ignore", "inherit", "inherit"], ...options });
    for (const stream of onLine ? [child.stdout, child.stderr] : []) {
      if (stream) createInterface({ input: stream }).on("line", (line) => onLine?.(line));
    }
    child.once("error", (error) => {
      console.error(`${command}: ${error.message}`);
      resolve(127);
    });
    child.once("exit", (code) => {
      if (!onLine) return resolve(code ?? 128);
      // "close" comes after all output; a process left behind may prevent it.
      child.once("close", () => resolve(code ?? 128));
      setTimeout(() => resolve(code ?? 128), LAST_WORDS_WITHIN_MS).unref();
    });
  });
}

/**
 * A `run` for a command that isn't alone on the screen: each line that it prints begins with a
 * name.
 * @param {string} name
 * @returns {typeof run}
 */
export const runNamed = (name) => (command, args, options) => {
  const colours = process.stdout.isTTY && !process.env.NO_COLOR ? { FORCE_COLOR: "1" } : {};
  const env = { ...process.env, ...colours, ...options?.env };
  return run(command, args, { ...options, env, stdio: ["ignore", "pipe", "pipe"] }, (line) =>
    console.log(`${name.padEnd(11)} | ${line}`),
  );
};

/**
 * @param {number} port
 * @param {string} host
 * @returns {Promise<number>} the port it could listen on for a moment
 */
const listenOnce = (port, host) =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(port, host, () => {
      const { port: got } = /** @type {import("node:net").AddressInfo} */ (probe.address());
      probe.close(() => resolve(got));
    });
  });

/** Below the ports of outgoing connections, which might take one before it is listened on. */
const QUIET_PORTS = { first: 20_000, count: 12_000 };

/** @returns {Promise<number>} */
async function quietPort(attempts = 100) {
  const port = QUIET_PORTS.first + Math.floor(Math.random() * QUIET_PORTS.count);
  try {
    return await listenOnce(port, "127.0.0.1");
  } catch (error) {
    if (attempts > 1) return quietPort(attempts - 1);
    throw error;
  }
}

/**
 * A loopback port that nothing listens on at this moment.
 * @param {number} [preferred] taken when it is free, on ::1 too: `localhost` may mean either
 * @returns {Promise<number>}
 */
export async function freePort(preferred = 0) {
  if (preferred === 0) return quietPort();
  try {
    await listenOnce(preferred, "127.0.0.1");
    await listenOnce(preferred, "::1").catch((error) => {
      if (error.code === "EADDRINUSE") throw error;
    });
    return preferred;
  } catch {
    return freePort();
  }
}
