import { afterEach, beforeAll, expect, it } from "vitest";
import { giveWorld } from "./support/given-world";

/** One person's tabs. */
const TABS = 40;

const { world, browser, signedIn } = giveWorld({
  isOwn: true,
  sandbox: { sellers: { count: 3_000 } },
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
  world.sandbox.control.clearFaults();
  world.sandbox.control.config({ mode: "paged" });
  // The app goes by the last answer it had.
  await open(lukasz, "/sellers");
});

const listCalls = () => world.sandbox.control.requests("sellers").filter(({ path }) => path.endsWith("/api/sellers"));
const open = (cookie: string, path: string, signal?: AbortSignal) =>
  fetch(new URL(path, world.appUrl), { headers: { cookie }, redirect: "manual", signal });

/**
 * Opens so many tabs of Anna's at once, none of which gets an answer.
 * @returns how many have ended
 */
function openTabs(path: string, count = TABS): () => number {
  let ended = 0;
  world.sandbox.control.clearRequests();
  for (let tab = 0; tab < count; tab += 1) {
    const controller = new AbortController();
    leaving.push(controller);
    void open(anna, `${path}#${tab}`, controller.signal)
      .then((response) => response.text())
      .catch(() => undefined)
      .finally(() => {
        ended += 1;
      });
  }
  return () => ended;
}

/** How many calls have come once no more come. */
async function untilCalm(): Promise<number> {
  for (let last = -1; ; ) {
    await new Promise((resolve) => setTimeout(resolve, 700));
    const now = listCalls().length;
    if (now === last) return now;
    last = now;
  }
}

/** So many calls come, and then no more. */
async function expectCalls(count: number): Promise<void> {
  await expect.poll(() => listCalls().length).toBeGreaterThanOrEqual(count);
  expect(await untilCalm()).toBe(count);
}

/** Łukasz's list comes while all of Anna's tabs wait. */
async function expectServedBefore(ended: () => number): Promise<void> {
  expect((await open(lukasz, "/sellers")).status).toBe(200);
  expect(ended()).toBe(0);
}

it("Forty lists of one person take a share of the calls", async () => {
  world.sandbox.control.fault({ target: "sellers", path: "search=slow", hang: true });
  const ended = openTabs("/sellers?q=slow");
  await expectCalls(4);
  await expectServedBefore(ended);
});

it("A list that nobody waits for any more takes nobody's turn", async () => {
  world.sandbox.control.fault({ target: "sellers", path: "search=slow", hang: true });
  openTabs("/sellers?q=slow");
  await expectCalls(4);
  for (const tab of leaving.splice(0)) tab.abort();
  expect((await open(anna, "/sellers")).status).toBe(200);
  expect(await untilCalm()).toBeLessThan(TABS / 2);
});

it("Two of a person's forty narrowed lists are looked through at once", async () => {
  world.sandbox.control.fault({ target: "sellers", path: "pageSize=500", hang: true });
  const ended = openTabs("/sellers?names=none");
  await expectCalls(2);
  await expectServedBefore(ended);
});

it("Forty searches of the history by one person keep nobody else waiting", async () => {
  world.sandbox.control.fault({ target: "sellers", path: "search=slow", hang: true });
  const ended = openTabs("/history?seller=slow");
  await expect.poll(() => listCalls().length).toBe(4);
  await expectServedBefore(ended);
});

it("A person has two files made at once, and is told so at the third", async () => {
  world.sandbox.control.fault({ target: "sellers", path: "pageSize=500", hang: true });
  const ended = openTabs("/sellers/export.csv", 2);
  await expectCalls(2);
  const third = await open(anna, "/en-US/sellers/export.xlsx?q=a");
  expect([third.status, third.headers.get("location")]).toEqual([302, "/en-US/sellers?q=a"]);
  const cookie = `${anna}; ${third.headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ")}`;
  expect(await (await open(cookie, "/en-US/sellers?q=a")).text()).toMatch(/so many files for you at once: 2\./);
  await expectServedBefore(ended);
});
