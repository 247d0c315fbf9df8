import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { freePort, start } from "../../scripts/lib/process.mjs";
import { remixServe, root, serverBuild } from "../../scripts/lib/project.mjs";

/** The built server, running as a process of its own, as it does in production. */
export type App = {
  /** Where this process listens; differs from APP_URL for a second replica. */
  url: string;
  port: number;
  pid: number;
  /** Returns everything written to stdout and stderr so far. */
  logs(): string;
  readonly ended: boolean;
  /** Resolves with the exit code when the process ends; 128 when a signal killed it. */
  exited: Promise<number>;
  /** Moves the server's clock ahead of the machine's, if it was started with `aheadMs`. */
  putAhead(ms: number): Promise<void>;
  /** Sends the signal (SIGTERM) and resolves with the exit code. Safe to call twice. */
  stop(signal?: NodeJS.Signals): Promise<number>;
};

/** The server ended before it was ready. */
export class AppExited extends Error {
  readonly code: number;
  readonly logs: string;
  constructor(code: number, logs: string) {
    super(`The server ended with code ${code} before it was ready:\n${logs}`);
    this.name = "AppExited";
    this.code = code;
    this.logs = logs;
  }
}

const MOVED_CLOCK = new URL("moved-clock.mjs", import.meta.url).href;
/** Node's options in the image. */
const AS_IN_THE_IMAGE =
  /^CMD (\[.+\])$/m.exec(readFileSync(join(root, "Dockerfile"), "utf8"))?.[1]?.match(/--[\w-]+=\d+/g) ?? [];
const READY_WITHIN_MS = 60_000;
const STOPPED_WITHIN_MS = 20_000;

/** Finds the checkout that a build belongs to: the built server looks for the browser's files there. */
function projectOf(build: string): string {
  let folder = dirname(build);
  while (folder !== dirname(folder) && !existsSync(join(folder, "package.json"))) folder = dirname(folder);
  return folder === dirname(folder) ? root : folder;
}

/** The few variables that a server inherits, without the test runner's NODE_OPTIONS and NODE_ENV. */
const inherited = () =>
  Object.fromEntries(
    ["PATH", "HOME", "TMPDIR", "LANG"].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  );

/**
 * Starts the built server and waits until `/healthz` answers.
 * @param env the server's whole configuration; APP_URL is by default the address where it listens
 * @throws AppExited if the server ends instead of getting ready
 */
export async function startApp(
  env: Record<string, string>,
  options: {
    port?: number;
    /** By default the server listens on 127.0.0.1 alone. */
    host?: "::";
    /** The server's file of another build. */
    build?: string;
    /** Node's own, such as `--max-old-space-size=64`. */
    args?: string[];
    /** How far the clock is ahead of the machine's. */
    aheadMs?: number;
    uid?: number;
    /** A file descriptor for the output, which `logs` then lacks. */
    output?: number;
    /** How many file descriptors the server may open. */
    openFiles?: number;
  } = {},
): Promise<App> {
  const port = options.port ?? (await freePort());
  const { host = "127.0.0.1" } = options;
  const url = `http://${host === "::" ? "[::1]" : host}:${port}`;
  const { args = [], aheadMs, build = serverBuild, output = "pipe" } = options;
  const clock = aheadMs === undefined ? [] : ["--import", `${MOVED_CLOCK}?ahead=${aheadMs}`];
  const command = [process.execPath, ...clock, ...AS_IN_THE_IMAGE, ...args, remixServe, build];
  const limited = ["sh", "-c", `ulimit -n ${options.openFiles}; exec "$@"`, "sh", ...command];
  const [file = "", ...rest] = options.openFiles === undefined ? command : limited;
  const child = start(file, rest, {
    cwd: projectOf(build),
    uid: options.uid,
    env: { ...inherited(), NODE_ENV: "production", APP_URL: url, ...env, HOST: host, PORT: String(port) },
    stdio: ["ignore", output, output, ...(aheadMs === undefined ? [] : (["ipc"] as const))],
  });
  let written = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      written += text;
    });
  }
  let code: number | undefined;
  // At "close", unlike at "exit", all output has been read.
  const exited = once(child, "close").then(([status]: (number | null)[]) => {
    code = status ?? 128;
    return code;
  });

  const stop = async (signal: NodeJS.Signals = "SIGTERM") => {
    if (code !== undefined) return code;
    child.kill(signal);
    const stubborn = setTimeout(() => child.kill("SIGKILL"), STOPPED_WITHIN_MS);
    await exited;
    clearTimeout(stubborn);
    return code ?? 128;
  };

  const putAhead = async (ms: number) => {
    if (aheadMs === undefined) throw new Error("This server's clock can't be moved");
    const moved = once(child, "message", { signal: AbortSignal.timeout(STOPPED_WITHIN_MS) });
    child.send({ aheadMs: ms });
    await moved;
  };

  const giveUpAt = Date.now() + READY_WITHIN_MS;
  while (!(await answers(`${url}/healthz`))) {
    if (code !== undefined) throw new AppExited(code, written);
    if (Date.now() > giveUpAt) {
      await stop("SIGKILL");
      throw new Error(`The server didn't answer ${url}/healthz in ${READY_WITHIN_MS / 1000} s:\n${written}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url,
    port,
    pid: child.pid ?? 0,
    get ended() {
      return code !== undefined;
    },
    logs: () => written,
    exited,
    putAhead,
    stop,
  };
}

/** Returns the same server with `logs` that begin now. */
export function logsFromNow(app: App): App {
  const { length } = app.logs();
  return Object.create(app, { logs: { value: () => app.logs().slice(length) } });
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5_000) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
