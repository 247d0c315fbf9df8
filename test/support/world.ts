import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { freePort } from "../../scripts/lib/process.mjs";
import { type Sandbox, type SandboxOptions, startSandbox } from "../sandbox/sandbox";
import type { Behaviour } from "../sandbox/types";
import { type App, AppExited, logsFromNow, startApp } from "./app";
import { BrowserSession } from "./browser-session";
import { emptyDatabase, giveBack, takeIdle } from "./world-pool";

export type WorldOptions = {
  sandbox?: Partial<SandboxOptions>;
  /** Variables of the app that are added or replaced: `{ SESSION_IDLE_MINUTES: "1" }`. */
  env?: Record<string, string>;
  /** By default an SQLite file in a temporary folder. */
  databaseUrl?: string;
  /** The server listens on IPv4 and IPv6, and APP_URL is `http://[::1]:PORT`. */
  host?: "::";
};

/** The sandbox and the built server beside each other, on free ports, with a store of their own. */
export type World = {
  sandbox: Sandbox;
  /** The running server; another one after `restart`. */
  readonly app: App;
  /** APP_URL. */
  appUrl: string;
  /** The app's whole configuration, for starting another one. */
  env: Record<string, string>;
  /** A new browser with no cookies. */
  browser(): BrowserSession;
  /**
   * Stops the server and starts it again on the same port and database. @returns its exit code
   * @param build the server's file of another build, as a deploy brings it
   */
  restart(signal?: NodeJS.Signals, build?: string): Promise<number>;
  /**
   * Starts a second server with the same APP_URL and database on another port, for
   * `new BrowserSession(replica.url)`.
   * @param build the server's file of another build
   */
  replica(build?: string): Promise<App>;
  close(): Promise<void>;
};

/** Starts a world, and tries again if another program has taken one of its free ports meanwhile. */
export async function startWorld(options: WorldOptions = {}): Promise<World> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await startWorldOnce(options);
    } catch (error) {
      if (tries === 3 || !(error instanceof AppExited && /EADDRINUSE/.test(error.logs))) throw error;
    }
  }
}

async function startWorldOnce(options: WorldOptions): Promise<World> {
  const port = await freePort();
  const { host } = options;
  const appUrl = `http://${host === "::" ? "[::1]" : "127.0.0.1"}:${port}`;
  const folder = await mkdtemp(join(tmpdir(), "panel-world-"));
  const sandbox = await startSandbox({ appUrl, ...options.sandbox });
  const env = {
    ...sandbox.env,
    APP_URL: appUrl,
    SESSION_SECRET: randomBytes(32).toString("base64url"),
    DATABASE_URL: options.databaseUrl ?? `file:${join(folder, "panel.db")}`,
    ...options.env,
  };
  const apps: App[] = [];
  const begin = async (on?: number, build?: string) => {
    const started = await startApp(env, { port: on, host, build });
    apps.push(started);
    return started;
  };
  const close = async () => {
    // Killed, because nobody needs the database any more.
    await Promise.all(apps.map((started) => started.stop("SIGKILL")));
    await sandbox.close();
    await rm(folder, { recursive: true, force: true });
  };

  let app: App;
  try {
    app = await begin(port);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    sandbox,
    get app() {
      return app;
    },
    appUrl,
    env,
    browser: () => new BrowserSession(appUrl),
    restart: async (signal, build) => {
      const code = await app.stop(signal);
      app = await begin(port, build);
      return code;
    },
    replica: (build) => begin(undefined, build),
    close,
  };
}

/**
 * A world whose server may have served other test files of this process. Its database, sandbox and
 * `logs()` are reset; its metrics and caches aren't. A server that was restarted or stopped isn't
 * used again.
 */
export async function sharedWorld(options: { sandbox?: Behaviour; env?: Record<string, string> } = {}): Promise<World> {
  const { sandbox = {}, env = {} } = options;
  // Servers remember for a while who may see which seller.
  const { backend, scoped } = sandbox.sellers ?? {};
  const key = JSON.stringify([backend, scoped, Object.entries(env).sort()]);
  const pooled = takeIdle<PooledWorld>(key);
  if (!pooled) return new PooledWorld(await startWorld(options)).lend(key);
  emptyDatabase(join(pooled.folder, "panel.db"));
  await pooled.world.sandbox.renew(sandbox);
  return pooled.lend(key);
}

class PooledWorld {
  isSpent = false;

  constructor(readonly world: World) {
    world.app.exited.then(() => {
      this.isSpent = true;
    });
  }

  get folder(): string {
    return dirname((this.world.env.DATABASE_URL as string).slice("file:".length));
  }

  destroy(): Promise<void> {
    return this.world.close();
  }

  lend(key: string): World {
    const { world } = this;
    const first = logsFromNow(world.app);
    return Object.create(world, {
      app: { get: () => (world.app.pid === first.pid ? first : world.app) },
      replica: {
        value: (build?: string) => {
          this.isSpent = true;
          return world.replica(build);
        },
      },
      close: { value: () => giveBack(key, this) },
    });
  }
}
