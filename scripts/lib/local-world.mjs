// Runs the sandbox and the app side by side, for `npm run demo` and `npm run dev`.
import { randomBytes } from "node:crypto";
import { createWriteStream, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort, onStopRequest, signalAll, start } from "./process.mjs";
import { root } from "./project.mjs";

const READY_WITHIN_MS = 120_000;
const STOPPED_WITHIN_MS = 12_000;
const DEFAULT_PORTS = { app: 3000, provider: 4010, sellers: 4011, profile: 4012, control: 4013 };

/**
 * Settings that must stay the same between runs, or every session would be lost: the ports, and the
 * secret that seals sessions.
 * @typedef {{ sessionSecret: string, ports: typeof DEFAULT_PORTS, pid?: number }} Settings
 */

export const dataFolder = join(root, "data");

/** @param {string} name @returns {Settings | undefined} undefined before the name's first run */
function read(name) {
  try {
    return JSON.parse(readFileSync(join(dataFolder, `${name}.json`), "utf8"));
  } catch {
    return undefined;
  }
}

/** Whether the run with these settings is alive and responds. @param {Settings} settings */
async function isRunning({ pid, ports }) {
  if (!pid) return false;
  try {
    process.kill(pid, 0);
    return (await fetch(`http://localhost:${ports.app}/healthz`, { signal: AbortSignal.timeout(5_000) })).ok;
  } catch {
    return false;
  }
}

/**
 * @param {string} [text] the variable PORT
 * @returns {Promise<number | undefined>} undefined if the person asks for no port
 * @throws {Error} that says why that port can't be used
 */
export async function requestedPort(text) {
  if (!text) return undefined;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error("PORT must be a number from 1 to 65535.");
  if ((await freePort(port)) !== port) throw new Error(`Port ${port} is taken.`);
  return port;
}

/**
 * Stores and returns the settings of a new run: those of the last run, but another port where the
 * old port is taken, and PORT for the app if it is set.
 * @param {string} name `demo` or `dev`, which have different settings
 * @throws {Error} if the last run is still alive, or PORT can't be used
 */
export async function settle(name) {
  const previous = read(name);
  if (previous && (await isRunning(previous))) {
    throw new Error(`It already runs at http://localhost:${previous.ports.app} (process ${previous.pid}).`);
  }
  const ports = { ...DEFAULT_PORTS, ...previous?.ports };
  for (const part of /** @type {(keyof typeof ports)[]} */ (Object.keys(ports)))
    ports[part] = await freePort(ports[part]);
  ports.app = (await requestedPort(process.env.PORT)) ?? ports.app;
  const settings = {
    sessionSecret: previous?.sessionSecret ?? randomBytes(32).toString("base64url"),
    ports,
    pid: process.pid,
  };
  mkdirSync(dataFolder, { recursive: true });
  writeFileSync(join(dataFolder, `${name}.json`), `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600 });
  return settings;
}

/** Processes that end together: if a process stops, all others are stopped. */
export class Household {
  /** @type {Map<string, import("node:child_process").ChildProcess>} */
  #members = new Map();
  #ending = false;
  /** @type {Promise<{ code: number, reason?: string }>} resolves when all have ended */
  ended;
  /** @type {(outcome: { code: number, reason?: string }) => void} */
  #settle = () => {};

  constructor() {
    this.ended = new Promise((resolve) => {
      this.#settle = resolve;
    });
    onStopRequest(() => void this.end(0));
  }

  /**
   * Starts a process in a new process group, so that Ctrl-C reaches it only through `end`.
   * @param {string} name
   * @param {string[]} args of node
   * @param {Record<string, string | undefined>} env
   * @param {string} [log] a file in the data folder for the output; by default the terminal
   */
  add(name, args, env, log) {
    const stdio = /** @type {import("node:child_process").StdioOptions} */ (
      log ? ["ignore", "pipe", "pipe"] : ["ignore", "inherit", "inherit"]
    );
    const child = start(process.execPath, args, { cwd: root, env: { ...process.env, ...env }, stdio, detached: true });
    if (log) {
      const file = createWriteStream(join(dataFolder, log));
      child.stdout?.pipe(file);
      child.stderr?.pipe(file);
    }
    this.#members.set(name, child);
    child.once("exit", (code, signal) => {
      this.#members.delete(name);
      const where = log ? `; see data/${log}` : "";
      void this.end(1, `The ${name} stopped by itself (${signal ?? `code ${code}`})${where}.`);
    });
    return child;
  }

  /**
   * Stops all processes. The first call decides the outcome.
   * @param {number} code
   * @param {string} [reason]
   */
  async end(code, reason) {
    if (this.#ending) return;
    this.#ending = true;
    if (code === 0) console.log("\nStopping…");
    const exits = [...this.#members.values()].map((child) => new Promise((resolve) => child.once("exit", resolve)));
    // These aren't members of the household: `npm ci` or a build that is still running.
    signalAll("SIGTERM");
    const stubborn = setTimeout(() => signalAll("SIGKILL"), STOPPED_WITHIN_MS);
    await Promise.all(exits);
    clearTimeout(stubborn);
    this.#settle({ code, reason });
  }

  get ending() {
    return this.#ending;
  }

  /** Waits until `url` responds with success. @param {string} url @returns false if it never did */
  async ready(url) {
    const giveUpAt = Date.now() + READY_WITHIN_MS;
    while (!this.#ending) {
      const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
      await answer?.body?.cancel();
      if (answer?.ok) return true;
      if (Date.now() > giveUpAt) await this.end(1, `Nothing answered at ${url} in ${READY_WITHIN_MS / 1000} s.`);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    return false;
  }
}

/**
 * Starts the sandbox and waits until it is ready.
 * @param {Household} household
 * @param {Settings["ports"]} ports
 * @param {string} name the run's, for the sandbox's data folder and log
 * @returns {Promise<{ env: Record<string, string>, accounts: Record<string, { login: string,
 *   password: string }> } | undefined>} undefined if the sandbox ended instead
 */
export async function startSandbox(household, ports, name) {
  const folder = name === "demo" ? "sandbox" : `${name}-sandbox`;
  const options = {
    "app-url": `http://localhost:${ports.app}`,
    directory: join(dataFolder, folder),
    "provider-port": ports.provider,
    "sellers-port": ports.sellers,
    "profile-port": ports.profile,
    "control-port": ports.control,
  };
  const args = Object.entries(options).flatMap(([option, value]) => [`--${option}`, String(value)]);
  const child = household.add(
    "sandbox",
    ["--import", "tsx", "test/sandbox/main.ts", "--json", ...args],
    {},
    `${folder}.log`,
  );
  return new Promise((resolve) => {
    let printed = "";
    child.stdout?.on("data", (text) => {
      printed += text;
      const line = printed.split("\n").find((candidate) => candidate.startsWith("{"));
      if (line && printed.includes(`${line}\n`)) resolve(JSON.parse(line));
    });
    child.once("exit", () => resolve(undefined));
  });
}

/**
 * Runs a command's story until it ends or is stopped, prints its outcome in one line, and ends this
 * process.
 * @param {(household: Household) => Promise<{ code: number, reason?: string }>} story
 */
export async function runToTheEnd(story) {
  const household = new Household();
  const failed = (/** @type {unknown} */ error) => ({
    code: 1,
    reason: String(/** @type {any} */ (error)?.message ?? error),
  });
  const { code, reason } = await Promise.race([household.ended, story(household).catch(failed)]);
  if (reason) console.error(reason);
  process.exit(code);
}
