import { fileURLToPath } from "node:url";
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from "@playwright/test";
import { findChromium } from "../../scripts/lib/machine.mjs";
import { startWorld } from "../support/world";
import { median } from "./load";
import { type Moves, movesOf } from "./moves";

/** A slow phone: latency in ms, bytes a second down and up, how many times slower its processor is. */
const LATENCY_MS = 562;
const DOWN = 180_000;
const UP = 84_000;
const SLOWER = 4;

export const LIST = "/sellers?size=50";

/** How often each page is visited. */
const VISITS = 5;
/** A page counts as loaded when it has made no request for so many ms. */
const QUIET_MS = 1_500;
/** Every open page requests this address every two seconds, so it isn't part of a first load. */
const SESSION_CHECK = "/auth/session";
const GIVE_UP_MS = 60_000;
/** Only the time of a task beyond this counts as blocking (https://web.dev/articles/tbt). */
const BLOCKING_MS = 50;

/** One cold visit. Times in ms since the navigation began, bytes as they came over the network. */
export type Visit = {
  usableMs: number;
  /** Until a seller's page is painted, whose row is tapped as soon as the list is painted. */
  sellerMs?: number;
  lcpMs: number;
  blockingMs: number;
  shift: number;
  loaded: { kind: string; path: string; bytes: number }[];
  moves?: Moves;
};

type Loading = { lastAt: () => number; finished: () => Visit["loaded"] };
type Seen = { usable: number; lcp: number; tasks: number[]; shift: number };

/** Runs in the page before its scripts; a .mjs file, so that no compiler adds helpers to it. */
const WATCH_PAGE = fileURLToPath(new URL("watch-page.mjs", import.meta.url));

/** Makes a page as slow as a phone's, with nothing cached. */
async function slowDown(page: Page): Promise<CDPSession> {
  const network = await page.context().newCDPSession(page);
  await network.send("Network.enable");
  await network.send("Network.clearBrowserCache");
  await network.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: DOWN,
    uploadThroughput: UP,
  });
  await network.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  return network;
}

/** @returns the `sellerMs` of a visit of its own, whose context it closes */
async function firstSeller(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage();
  try {
    await slowDown(page);
    const began = performance.now();
    await page.goto(url, { waitUntil: "commit", timeout: GIVE_UP_MS });
    const link = page.locator("tbody a[href*='/sellers/']").first();
    const name = (await link.textContent()) ?? "";
    await link.click({ noWaitAfter: true });
    await page.getByRole("heading", { level: 1, name: name.trim() }).waitFor();
    return performance.now() - began;
  } finally {
    await context.close();
  }
}

/** Visits the page with an empty cache, and then moves on from there to other pages. */
async function visit(context: BrowserContext, url: string, withMoves: boolean): Promise<Visit> {
  const page = await context.newPage();
  try {
    const loading = watchNetwork(await slowDown(page));
    await page.addInitScript({ path: WATCH_PAGE });
    await page.goto(url, { waitUntil: "load", timeout: GIVE_UP_MS });
    const seen = await settled(page, loading.lastAt);
    const loaded = loading.finished();
    return {
      usableMs: seen.usable,
      lcpMs: seen.lcp,
      blockingMs: seen.tasks.reduce((sum, ms) => sum + Math.max(0, ms - BLOCKING_MS), 0),
      shift: seen.shift,
      loaded,
      moves: withMoves ? await movesOf(page) : undefined,
    };
  } finally {
    await page.close();
  }
}

async function settled(page: Page, lastAt: () => number): Promise<Seen> {
  const end = Date.now() + GIVE_UP_MS;
  while (Date.now() < end) {
    const seen = await page.evaluate(() => (window as unknown as { seen: Seen }).seen);
    if (seen.usable > 0 && Date.now() - lastAt() > QUIET_MS) return seen;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error("The page never came to life, or never to rest");
}

function watchNetwork(network: CDPSession): Loading {
  const requests = new Map<string, Visit["loaded"][number]>();
  let last = Date.now();
  network.on("Network.requestWillBeSent", ({ requestId, request, type }) => {
    const { protocol, pathname, search } = new URL(request.url);
    if (!protocol.startsWith("http") || pathname === SESSION_CHECK) return;
    last = Date.now();
    requests.set(requestId, { kind: type ?? "Other", path: pathname + search, bytes: 0 });
  });
  network.on("Network.requestServedFromCache", ({ requestId }) => requests.delete(requestId));
  network.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (!request) return;
    last = Date.now();
    request.bytes = encodedDataLength;
  });
  return { lastAt: () => last, finished: () => [...requests.values()] };
}

export type BrowserFigures = { what: string; visits: Visit[] };

/** The visits' medians, as a table's rows. */
export function browserRows(figures: BrowserFigures[]): Record<string, string>[] {
  return figures.map(({ what, visits }) => {
    const last = visits.at(-1)?.loaded ?? [];
    const of = (kind: string) => last.filter((one) => one.kind === kind);
    const kB = (some: Visit["loaded"]) =>
      `${some.length}, ${(sum(some.map(({ bytes }) => bytes)) / 1_000).toFixed(1)} kB`;
    const seconds = (ms: (visit: Visit) => number) => `${(median(visits.map(ms)) / 1_000).toFixed(2)} s`;
    return {
      what,
      usable: seconds(({ usableMs }) => usableMs),
      "first seller": visits[0]?.sellerMs === undefined ? "" : seconds(({ sellerMs = 0 }) => sellerMs),
      LCP: seconds(({ lcpMs }) => lcpMs),
      blocking: `${median(visits.map(({ blockingMs }) => blockingMs)).toFixed(0)} ms`,
      shift: median(visits.map(({ shift }) => shift)).toFixed(3),
      JS: kB(of("Script")),
      all: kB(last),
    };
  });
}

const sum = (values: number[]) => values.reduce((all, value) => all + value, 0);

type BrowserOptions = {
  /** Server files of other builds, which are measured beside this build. */
  builds: string[];
  /** Pages of other apps that need no sign-in. */
  besides: string[];
};

type Target = BrowserFigures & { url: string; isOurs: boolean; phone: () => Promise<BrowserContext> };

/**
 * Measures the list's first load in a throttled Chromium, signed in, with an empty cache. The builds
 * take turns, so that other work of the machine slows all of them alike.
 */
export async function browserFigures({ builds, besides }: BrowserOptions): Promise<BrowserFigures[]> {
  const browser = await chromium.launch({ executablePath: findChromium() });
  const ends: (() => Promise<unknown>)[] = [() => browser.close()];
  const target = async (build?: string): Promise<Target> => {
    const world = await startWorld({ env: { LOG_LEVEL: "warn" } });
    ends.push(world.close);
    if (build) await world.restart("SIGTERM", build);
    const session = world.browser();
    await session.signIn(world.sandbox.accounts.franchisee, LIST);
    const cookies = session.cookies.pairs(new URL(world.appUrl));
    const phone = async () => {
      const context = await newPhone(browser);
      await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: world.appUrl })));
      return context;
    };
    return { what: build ?? "this build", url: world.appUrl + LIST, isOurs: true, visits: [], phone };
  };
  try {
    const targets = [await target()];
    for (const build of builds) targets.push(await target(build));
    for (const url of besides) {
      targets.push({ what: url, url, isOurs: false, visits: [], phone: () => newPhone(browser) });
    }
    for (let at = 0; at < VISITS; at++) {
      for (const { url, visits, isOurs, phone } of targets) {
        const context = await phone();
        const sellerMs = isOurs ? await firstSeller(await phone(), url) : undefined;
        visits.push({ ...(await visit(context, url, isOurs)), sellerMs });
        await context.close();
      }
    }
    return targets.map(({ what, visits }) => ({ what, visits }));
  } finally {
    for (const end of ends) await end();
  }
}

const newPhone = (browser: Browser) =>
  browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, locale: "pl-PL" });
