import { createServer } from "node:http";
import type { Page } from "@playwright/test";
import { listen } from "../support/listen";
import { effectsRun, expect, pastFirstPage, test, visit } from "./fixtures";
import { heading } from "./parts";

/** What a page loaded, by the files' names without their hashes. */
const loaded = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .map(({ name }) => name.replace(/.*\//, "").replace(/-[\w-]{8}(\.\w+)$/, "$1")),
  );

test("A page loads no script twice", async ({ page }) => {
  for (const path of ["/sellers", "/en-US/history"]) {
    await visit(page, path);
    const scripts = (await loaded(page)).filter((file) => file.endsWith(".js"));
    expect(scripts.length).toBeGreaterThan(5);
    expect(new Set(scripts).size).toBe(scripts.length);
  }
});

/** What a page looks like, as far as sheets that come twice or in another order could change it. */
const looks = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("header, h1, main form, main a, main button, main input, table, td, th")].map(
      (element) => {
        const { display, color, backgroundColor, padding, fontSize, borderRadius } = getComputedStyle(element);
        return [element.tagName, display, color, backgroundColor, padding, fontSize, borderRadius].join(" ");
      },
    ),
  );

/** How many style elements a page holds: a first one has its sheets in one, another has none. */
const countStyles = (page: Page) => page.locator("style").count();
/** Whether the page is drawn in our font, as far as its widths tell. */
const drawnInInter = (page: Page) =>
  page.locator("h1 bdi").evaluate((heading) => {
    const { width } = heading.getBoundingClientRect();
    (heading as HTMLElement).style.fontFamily = '"Inter Stand-in"';
    const standIn = heading.getBoundingClientRect().width;
    (heading as HTMLElement).style.fontFamily = "";
    return Math.abs(width - standIn) > 0.1;
  });

test("A browser's first page has our fonts and asks for no sheets", async ({ pageOf }) => {
  const page = await pageOf("franchisee");
  const looksOf = async () => (await loaded(page)).filter((file) => /\.(css|woff2)$/.test(file));
  // On a busy machine fonts come too late for a page, and are there for the next one.
  await expect(async () => {
    await visit(page, "/sellers?size=50");
    expect(await drawnInInter(page)).toBe(true);
  }).toPass();
  expect(await countStyles(page)).toBe(1);
  expect((await looksOf()).sort()).toEqual(["inter-basic.woff2", "inter-polish.woff2"]);
  const first = await looks(page);
  expect(first.length).toBeGreaterThan(200);

  await page.getByRole("link", { name: "Historia zmian" }).first().click();
  await expect.poll(async () => (await page.context().cookies()).some(({ name }) => name === "sheets")).toBe(true);
  const fetched = await looksOf();
  expect(fetched).toEqual(
    expect.arrayContaining(["root.css", "list.css", "history-page.css", "inter-basic.woff2", "inter-polish.woff2"]),
  );
  expect(new Set(fetched).size).toBe(fetched.length);
  const history = await looks(page);

  await page.goBack();
  await expect(heading(page)).toHaveText("Sprzedawcy");
  await expect.poll(() => looks(page)).toEqual(first);

  await expect(async () => {
    await visit(page, "/history");
    expect(await drawnInInter(page)).toBe(true);
  }).toPass();
  expect(await countStyles(page)).toBe(0);
  expect(await looks(page)).toEqual(history);
  const sent = await page.evaluate(() =>
    (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
      .filter(({ name }) => /(root-[\w-]+\.css|\.woff2)$/.test(name))
      .map(({ transferSize }) => transferSize),
  );
  expect(sent).toEqual([0, 0, 0]);
});

test("A document after sheets that couldn't be fetched is a first page again", async ({ pageOf, problems }) => {
  problems.expect(/Failed to load resource/);
  const page = await pageOf("franchisee");
  const missed = page.waitForRequest(/root-[\w-]+\.css/);
  await page.route("**/assets/root-*.css", (route) => route.fulfill({ status: 404 }));
  await visit(page, "/sellers");
  await page.getByRole("link", { name: "Historia zmian" }).first().click();
  await (await missed).response();
  await effectsRun(page);
  await page.unrouteAll();
  await page.reload();
  expect(await countStyles(page)).toBe(1);

  await pastFirstPage(page);
  await page.reload();
  expect(await countStyles(page)).toBe(0);
  const { hostname: domain } = new URL(page.url());
  await page.context().addCookies([{ name: "sheets", value: "12345678", domain, path: "/" }]);
  await page.reload();
  expect(await countStyles(page)).toBe(1);
});

/** Sends a list as far as its last row at once, and the rest when `finish` is called. */
async function sentInParts(html: string) {
  let finish = () => {};
  const server = createServer((request, response) => {
    if (request.url !== "/") return void response.writeHead(404).end();
    const middle = html.indexOf("</tbody>");
    response.setHeader("Content-Type", "text/html; charset=utf-8").write(html.slice(0, middle));
    finish = () => void response.end(html.slice(middle));
  });
  const url = `http://127.0.0.1:${await listen(server)}/`;
  return { url, finish: () => finish(), close: () => void server.close().closeAllConnections() };
}

test("A first page is drawn once all of it is there, so that nothing moves", async ({ page, problems }) => {
  problems.expect(/Failed to load resource/);
  const answer = await page.goto("/sellers?size=50");
  const server = await sentInParts((await answer?.text()) ?? "");
  await page.goto(server.url, { waitUntil: "commit" });
  const painted = () => page.evaluate(() => performance.getEntriesByName("first-paint").length);
  await expect(page.locator("tbody tr").nth(49)).toBeAttached();
  // Long enough for what is there to be drawn.
  await page.waitForTimeout(1_000);
  expect(await painted()).toBe(0);
  server.finish();
  await expect.poll(painted).toBe(1);
  server.close();
});

test("A page loads the full font for letters that the small ones lack", async ({ page }) => {
  await visit(page, `/sellers?q=${encodeURIComponent("Dvořák")}`);
  await expect.poll(() => loaded(page)).toContain("inter-latin-ext-wght-normal.woff2");
});

test("A page whose small fonts come late moves nothing", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(() => {
    const seen = window as unknown as { moved: number };
    seen.moved = 0;
    const count = (list: PerformanceObserverEntryList) => {
      for (const entry of list.getEntries()) seen.moved += (entry as PerformanceEntry & { value: number }).value;
    };
    new PerformanceObserver(count).observe({ type: "layout-shift", buffered: true });
  });
  await pastFirstPage(page);
  await page.route("**/*.woff2", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  await visit(page, "/sellers?size=50");
  await page.evaluate(() => document.fonts.ready);
  await page.evaluate(() => new Promise(requestAnimationFrame));
  const fonts = (await loaded(page)).filter((file) => file.endsWith(".woff2"));
  expect(fonts.sort()).toEqual(["inter-basic.woff2", "inter-polish.woff2"]);
  expect(await page.evaluate(() => (window as unknown as { moved: number }).moved)).toBe(0);
});
