import { afterEach, beforeAll, expect, it } from "vitest";
import { giveWorld } from "./support/given-world";

/** One person's tabs. */
const TABS = 40;

const { world, browser, control, signedIn } = giveWorld({
  isOwn: true,
  // A call that hangs does so for the whole test, unless whoever it is for leaves.
  env: { BACKEND_CONCURRENCY: "16", BACKEND_TIMEOUT_MS: "120000", PROFILE_TTL_SECONDS: "3600" },
});
let anna: string;
let lukasz: string;

beforeAll(async () => {
  const home = new URL(world.appUrl);
  anna = browser.cookies.header(home);
  lukasz = (await signedIn("listed")).cookies.header(home);
});

const leaving: AbortController[] = [];
afterEach(async () => {
  for (const tab of leaving.splice(0)) tab.abort();
  // They leave one after the other, and let in some of those that are about to leave.
  await untilCalm();
});

const listCalls = () => control().requests("sellers").length;
const open = (cookie: string, path: string, signal?: AbortSignal) =>
  fetch(new URL(path, world.appUrl), { headers: { cookie }, redirect: "manual", signal });

/** How many calls have come once no more come. */
async function untilCalm(): Promise<number> {
  for (let last = -1; last !== listCalls(); await new Promise((resolve) => setTimeout(resolve, 700))) {
    last = listCalls();
  }
  return listCalls();
}

// Which calls have shares, and what becomes of the rest: backend-request.test.ts,
// scan-slots.test.ts and export-sellers.server.test.ts.
it.each([
  ["Forty lists of one person take a share of the calls", "/sellers?q=slow"],
  ["Forty searches of the history by one person keep nobody else waiting", "/history?seller=slow"],
])("%s", async (_title, path) => {
  control().fault({ target: "sellers", path: "search=slow", hang: true });
  control().clearRequests();
  let ended = 0;
  for (let tab = 0; tab < TABS; tab += 1) {
    const controller = new AbortController();
    leaving.push(controller);
    const end = () => {
      ended += 1;
    };
    open(anna, path, controller.signal)
      .then((response) => response.text())
      .then(end, end);
  }
  await expect.poll(listCalls).toBe(4);
  expect(await untilCalm()).toBe(4);
  expect((await open(lukasz, "/sellers")).status).toBe(200);
  expect(ended).toBe(0);
});
