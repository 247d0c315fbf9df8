import { afterAll, afterEach, beforeAll, onTestFinished } from "vitest";
import type { Account } from "../../sandbox/accounts";
import { BrowserSession } from "../../support/browser-session";
import { jobPages } from "../../support/job-pages";
import { sharedWorld, startWorld, type World, type WorldOptions } from "../../support/world";

type GivenOptions = WorldOptions & {
  /** The file has the world to itself, and can restart, measure or fill it. */
  isOwn?: boolean;
};

/** Gives tests a world and a franchisee's signed-in browser. A fault ends with its test. */
export function giveWorld({ isOwn = false, ...options }: GivenOptions = {}) {
  let started: World;
  const world: Omit<World, "close"> = {
    get sandbox() {
      return started.sandbox;
    },
    get app() {
      return started.app;
    },
    get appUrl() {
      return started.appUrl;
    },
    get env() {
      return started.env;
    },
    browser: () => started.browser(),
    restart: (signal, build) => started.restart(signal, build),
    replica: (build) => started.replica(build),
  };
  const browser = new BrowserSession(() => started.appUrl);
  const control = () => started.sandbox.control;
  beforeAll(async () => {
    started = isOwn ? await startWorld(options) : await sharedWorld(options);
    await browser.signIn(started.sandbox.accounts.franchisee, "/profile");
    control().clearRequests();
  });
  afterEach(() => control().clearFaults());
  afterAll(() => started?.close());
  return {
    world,
    browser,
    /** Another browser, in which that person is signed in. */
    async signedIn(person: keyof World["sandbox"]["accounts"]): Promise<BrowserSession> {
      const other = started.browser();
      await other.signIn(started.sandbox.accounts[person], "/profile");
      return other;
    },
    control,
    /** Returns the requests of a method that the sellers backend got. */
    sent: (method: string) => control().requests("sellers", (request) => request.method === method),
    /** Returns the requests to change something that the sellers backend got. */
    writes: () => control().requests("sellers", ({ method }) => method !== "GET"),
    pages: jobPages(world, browser),
  };
}

/** Takes a person's role away, until the test ends or the returned function is called. */
export function takeRole(account: Account): () => void {
  const { jobTitle } = account;
  account.jobTitle = "Magazynier";
  const giveBack = () => {
    account.jobTitle = jobTitle;
  };
  onTestFinished(giveBack);
  return giveBack;
}
