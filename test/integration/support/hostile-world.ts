import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach } from "vitest";
import { freePort } from "../../../scripts/lib/process.mjs";
import { type App, logsFromNow, startApp } from "../../support/app";
import { BrowserSession } from "../../support/browser-session";
import { type FaultServer, startFaultServer } from "../../support/fault-server";
import type { Page } from "../../support/page";
import { emptyDatabase, giveBack, takeIdle } from "../../support/world-pool";
import { MisbehavingProvider, type Script } from "./misbehaving-provider";

const PROFILE = {
  Value: { directoryObject: { displayName: "Osoba Testowa", mail: "osoba@example.pl", jobTitle: "FRANCZYZOBIORCA" } },
};

/** How far a clock may be ahead before new ID tokens count as expired (300 s and the skew). */
const MAX_AHEAD_MS = 9 * 60_000;

/** The built server, a provider that misbehaves on request, and backends that believe any token. */
export class HostileWorld {
  readonly provider: MisbehavingProvider;
  readonly backend: FaultServer;
  readonly env: Record<string, string>;
  readonly folder: string;
  readonly #apps: App[] = [];
  #aheadMs = 0;
  /** The pool's key, under which the world is kept for another file; undefined: it is destroyed. */
  #key: string | undefined;
  /** A status that the backends answer instead of success. */
  backendStatus: number | undefined;

  private constructor(
    provider: MisbehavingProvider,
    backend: FaultServer,
    folder: string,
    env: Record<string, string>,
  ) {
    this.provider = provider;
    this.backend = backend;
    this.folder = folder;
    this.env = env;
  }

  /**
   * @param more changes the app's configuration
   * @param script what the provider does from the start, when the app reads its discovery document
   */
  static async start(more: Record<string, string> = {}, script: Script = {}): Promise<HostileWorld> {
    const provider = await MisbehavingProvider.start();
    provider.script = script;
    let world: HostileWorld | undefined;
    const backend = await startFaultServer((request, response) => {
      const json = request.url?.startsWith("/profile") ? PROFILE : { sellers: [], total: 0 };
      response.writeHead(world?.backendStatus ?? 200, { "content-type": "application/json" });
      response.end(JSON.stringify(json));
    });
    const folder = await mkdtemp(join(tmpdir(), "panel-hostile-"));
    const port = await freePort();
    world = new HostileWorld(provider, backend, folder, {
      APP_URL: `http://127.0.0.1:${port}`,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_CLIENT_SECRET: provider.clientSecret,
      SELLERS_API_URL: `${backend.url}/sellers`,
      PROFILE_API_URL: `${backend.url}/profile`,
      SESSION_SECRET: randomBytes(32).toString("base64url"),
      DATABASE_URL: `file:${join(folder, "panel.db")}`,
      PROFILE_TTL_SECONDS: "0",
      ...more,
    });
    await world.run(port);
    return world;
  }

  /**
   * A world whose server may have served another file's tests and remembers things from there. A test
   * of what the server does at its start, or of a provider that is wrong from the start, uses `start`.
   */
  static async shared(more: Record<string, string> = {}): Promise<HostileWorld> {
    const key = JSON.stringify(["hostile", Object.entries(more).sort()]);
    const world = takeIdle<HostileWorld>(key) ?? (await HostileWorld.start(more));
    world.#key = key;
    world.reset();
    world.#apps[0] = logsFromNow(world.app);
    emptyDatabase(join(world.folder, "panel.db"));
    return world;
  }

  /** Whether a test has changed the server, the clock or the key, which no reset undoes. */
  get isSpent(): boolean {
    return this.#apps.length !== 1 || this.app.ended || this.#aheadMs > 0 || !this.provider.hasFirstKey;
  }

  /** The latest server. */
  get app(): App {
    return this.#apps.at(-1) as App;
  }

  get appUrl(): string {
    return this.env.APP_URL as string;
  }

  /** Starts one more server, or one with another configuration; the store is the same. */
  async run(port?: number, more: Record<string, string> = {}): Promise<App> {
    const app = await startApp({ ...this.env, ...more }, { port, aheadMs: this.#aheadMs });
    this.#apps.push(app);
    return app;
  }

  /** Moves the clocks of all servers ahead; the provider's clock stays. */
  async pass(ms: number): Promise<void> {
    this.#aheadMs += ms;
    if (this.#aheadMs > MAX_AHEAD_MS) throw new Error("The servers are too far ahead of the provider");
    await Promise.all(this.#apps.filter((app) => !app.ended).map((app) => app.putAhead(this.#aheadMs)));
  }

  browser(at = this.appUrl): BrowserSession {
    return new BrowserSession(at);
  }

  /** A browser that has opened `path` and signed in. @throws Error if the sign-in failed */
  async signedIn(path = "/profile"): Promise<BrowserSession> {
    const browser = this.browser();
    const page = await browser.get(path);
    if (page.path !== path) throw new Error(`Signing in ended at ${page.url.href} (${page.status})`);
    return browser;
  }

  /**
   * Goes to the provider and back, and stops before the callback's own answer.
   * @returns the callback's address
   */
  async callbackUrl(browser: BrowserSession, path = "/profile"): Promise<URL> {
    const login = await browser.get(`/auth/login?returnTo=${encodeURIComponent(path)}`, { follow: false });
    const provider = await browser.get(login.location, { follow: false });
    return new URL(provider.location);
  }

  /** The access tokens that the backends have got. */
  tokensSeen(): (string | undefined)[] {
    return this.backend.seen.map(({ headers }) => headers.authorization);
  }

  logs(): string {
    return this.#apps.map((app) => app.logs()).join("\n");
  }

  /** Undoes what a test has changed. */
  reset(): void {
    this.provider.behave();
    this.backend.seen.length = 0;
    this.backendStatus = undefined;
  }

  close(): Promise<void> {
    return this.#key === undefined ? this.destroy() : giveBack(this.#key, this);
  }

  async destroy(): Promise<void> {
    await Promise.all(this.#apps.map((app) => app.stop("SIGKILL")));
    await this.provider.close();
    await this.backend.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Gives a file's tests a world, which is reset after each of them. */
export async function giveHostileWorld(starting = HostileWorld.shared()): Promise<HostileWorld> {
  const world = await starting;
  afterEach(() => world.reset());
  afterAll(() => world.close());
  return world;
}

/** The text of a page's first heading. */
export function heading(page: Page): string | undefined {
  return page.textOf("h1");
}
