import { afterEach, beforeAll, expect, it } from "vitest";
import { giveWorld } from "./support/given-world";

/** One person's tabs: more than the backend may have calls at once. */
const TABS = 20;

const { world, browser, control, signedIn } = giveWorld({
  isOwn: true,
  // A call that hangs does so for the whole test, unless whoever it is for leaves.
  env: { BACKEND_CONCURRENCY: "16", BACKEND_TIMEOUT_MS: "120000", PROFILE_TTL_SECONDS: "3600" },
});
let anna: string;
let lukasz: string;

beforeAll(async () => {
  anna = browser.cookieHeader;
  lukasz = (await signedIn("listed")).cookieHeader;
});

const leaving: AbortController[] = [];
afterEach(async () => {
  for (const tab of leaving.splice(0)) tab.abort();
  // They leave one after the other, and let in some of those that are about to leave.
  await untilCalm();
});

const slowCalls = () => control().requests("sellers", ({ query }) => query.search === "slow");
const open = (cookie: string, path: string, signal?: AbortSignal) =>
  fetch(new URL(path, world.appUrl), { headers: { cookie }, redirect: "manual", signal });

/** How many calls have come once no more come. */
async function untilCalm(): Promise<number> {
  for (let last = -1; last !== slowCalls().length; await new Promise((resolve) => setTimeout(resolve, 700))) {
    last = slowCalls().length;
  }
  return slowCalls().length;
}

// Which calls have shares, and what becomes of the rest: backend-request.test.ts,
// scan-slots.test.ts and export-sellers.server.test.ts.
it.each([
  ["Twenty lists of one person take a share of the calls", "/sellers?q=slow"],
  ["Twenty searches of the history by one person keep nobody else waiting", "/history?seller=slow"],
])("%s", async (_title, path) => {
  control().fault({ target: "sellers", path: "search=slow", hold: true });
  control().clearRequests();
  for (let tab = 0; tab < TABS; tab += 1) {
    const controller = new AbortController();
    leaving.push(controller);
    open(anna, path, controller.signal).catch(() => undefined);
  }
  await expect.poll(() => slowCalls().length).toBe(4);
  expect(await untilCalm()).toBe(4);
  expect((await open(lukasz, "/sellers")).status).toBe(200);
  expect(slowCalls()).toHaveLength(4);
});
