import type { Page } from "@playwright/test";
import { awake, expect, test } from "./fixtures";

/** What a page loaded, by the files' names without their hashes, and when, in ms. */
const loaded = (page: Page) =>
  page.evaluate(() =>
    (performance.getEntriesByType("resource") as PerformanceResourceTiming[]).map(
      ({ name, startTime, responseEnd }) => ({
        file: name.replace(/.*\//, "").replace(/-[\w-]{8}(\.\w+)$/, "$1"),
        startTime,
        responseEnd,
      }),
    ),
  );

test("@js a page's words come with its modules, and nothing comes twice", async ({ franchisee: page }) => {
  for (const [path, words] of [
    ["/sellers", ["words-pl.js"]],
    ["/en-US/history", ["words-en-US.js", "words-en-US-history.js"]],
  ] as const) {
    await page.unrouteAll();
    await page.route("**/libraries-*.js", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      await route.continue();
    });
    await page.goto(path);
    await awake(page);
    const files = await loaded(page);
    const libraries = files.find(({ file }) => file === "libraries.js");
    for (const name of words) {
      const [first, ...again] = files.filter(({ file }) => file === name);
      expect(again).toEqual([]);
      expect(first?.startTime).toBeLessThan(libraries?.responseEnd ?? 0);
    }
    const scripts = files.filter(({ file }) => file.endsWith(".js")).map(({ file }) => file);
    expect(new Set(scripts).size).toBe(scripts.length);
  }
});

test("@js a page loads the small fonts, and the full one only for a letter that they lack", async ({
  franchisee: page,
}) => {
  const fonts = async () => {
    await page.evaluate(() => document.fonts.ready);
    return (await loaded(page)).map(({ file }) => file).filter((file) => file.endsWith(".woff2"));
  };
  await page.goto("/sellers");
  await awake(page);
  expect((await fonts()).sort()).toEqual(["inter-basic.woff2", "inter-polish.woff2"]);

  await page.goto(`/sellers?q=${encodeURIComponent("Dvořák")}`);
  await awake(page);
  await expect.poll(fonts).toContain("inter-latin-ext-wght-normal.woff2");
});

test("@js nothing moves and no full font is asked for where the small ones come late", async ({ franchisee: page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(() => {
    const seen = window as unknown as { moved: number };
    seen.moved = 0;
    const count = (list: PerformanceObserverEntryList) => {
      for (const entry of list.getEntries()) seen.moved += (entry as PerformanceEntry & { value: number }).value;
    };
    new PerformanceObserver(count).observe({ type: "layout-shift", buffered: true });
  });
  await page.route("**/*.woff2", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  await page.goto("/sellers?size=50");
  await awake(page);
  await page.evaluate(() => document.fonts.ready);
  await page.evaluate(() => new Promise(requestAnimationFrame));
  const fonts = (await loaded(page)).map(({ file }) => file).filter((file) => file.endsWith(".woff2"));
  expect(fonts.sort()).toEqual(["inter-basic.woff2", "inter-polish.woff2"]);
  expect(await page.evaluate(() => (window as unknown as { moved: number }).moved)).toBe(0);
});

test("@js on a phone, rows far below are laid out only as they come near, in about the room that was kept for them", async ({
  franchisee: page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/sellers?size=50");
  await awake(page);
  const last = page.locator("tbody tr").last();
  const isLaidOut = () =>
    last
      .locator("a")
      .first()
      .evaluate((link) => link.checkVisibility({ contentVisibilityAuto: true }));
  expect(await isLaidOut()).toBe(false);
  const height = () => page.locator("table").evaluate((table) => table.getBoundingClientRect().height);
  const kept = await height();
  for (const row of await page.locator("tbody tr").all()) await row.scrollIntoViewIfNeeded();
  await expect.poll(isLaidOut).toBe(true);
  expect(Math.abs((await height()) / kept - 1)).toBeLessThan(0.1);
});

/** How many elements the browser styles anew for what `change` does in the page. */
async function restyled(page: Page, change: () => void): Promise<number> {
  const tracing = await page.context().browser()?.newBrowserCDPSession();
  if (!tracing) throw new Error("The browser can't be traced");
  let elements = 0;
  tracing.on("Tracing.dataCollected", ({ value }) => {
    for (const { name, args } of value as { name?: string; args?: { elementCount?: number } }[]) {
      if (name === "UpdateLayoutTree") elements += args?.elementCount ?? 0;
    }
  });
  const ended = new Promise((resolve) => tracing.once("Tracing.tracingComplete", resolve));
  await tracing.send("Tracing.start", { traceConfig: { includedCategories: ["devtools.timeline"] } });
  await page.evaluate(change);
  await tracing.send("Tracing.end");
  await ended;
  await tracing.detach();
  return elements;
}

test("@js React's take-over of a row's box, and a tick, have a few elements styled anew and not the table", async ({
  franchisee: page,
}) => {
  await page.goto("/sellers?size=50");
  await awake(page);
  const all = await restyled(page, () => {
    const table = document.querySelector("table") as HTMLElement;
    table.style.display = "none";
    document.body.getBoundingClientRect();
    table.style.display = "";
    document.body.getBoundingClientRect();
  });
  expect(all).toBeGreaterThan(500);
  const few = await restyled(page, () => {
    for (const box of [...document.querySelectorAll<HTMLInputElement>("input[name=ids]")].slice(0, 3)) {
      box.name = "";
      box.defaultChecked = true;
      document.body.getBoundingClientRect();
      box.defaultChecked = false;
      box.name = "ids";
      document.body.getBoundingClientRect();
    }
  });
  expect(few).toBeGreaterThan(0);
  expect(few / 6).toBeLessThan(60);
});
