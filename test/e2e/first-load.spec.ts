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
