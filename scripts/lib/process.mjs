// Child processes: started without a shell, and never left behind.
import { spawn } from "node:child_process";
import { createServer } from "node:net";

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
 * @returns {Promise<number>} its exit code; 127 when it can't be started, 128 when a signal ended it
 */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = start(command, args, { stdio: ["ignore", "inherit", "inherit"], ...options });
    child.once("error", (error) => {
      console.error(`${command}: ${error.message}`);
      resolve(127);
    });
    child.once("exit", (code) => resolve(code ?? 128));
  });
}

/**
 * A port of 127.0.0.1 that nothing listens on at this moment.
 * @param {number} [preferred] taken when it is free
 * @returns {Promise<number>}
 */
export function freePort(preferred = 0) {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error) => (preferred === 0 ? reject(error) : resolve(freePort())));
    probe.listen(preferred, "127.0.0.1", () => {
      const { port } = /** @type {import("node:net").AddressInfo} */ (probe.address());
      probe.close(() => resolve(port));
    });
  });
}
