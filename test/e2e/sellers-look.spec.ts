import type { Locator, Page } from "@playwright/test";
import { awake, expect, pressMenu, test } from "./fixtures";
import { setLetters } from "./letters";

test.beforeEach(({ world }) => {
  world.sandbox.control.clearFaults();
  world.sandbox.control.reset();
});

const rows = (page: Page) => page.locator("tbody tr");
const bar = (page: Page) => page.getByRole("group", { name: "Zaznaczeni sprzedawcy" });
const search = (page: Page) => page.getByLabel("Szukaj sprzedawcy");

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error("not on the page");
  return { ...box, bottom: box.y + box.height };
}

const beyondWindow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** How a style of an element comes out. */
const styleOf = (element: Locator, property: string) =>
  element.evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property);

test("on a phone the first seller is above the fold in two lines, and the order is a choice", async ({
  franchisee: page,
  javaScriptEnabled,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/sellers");
  const first = await boxOf(rows(page).first());
  expect(first.y).toBeLessThan(430);
  expect(first.height).toBeLessThan(80);
  await expect(page.getByLabel("Stan konta")).toBeHidden();
  await expect(page.getByRole("main").locator("kbd")).toHaveCount(0);

  const order = page.getByLabel("Kolejność");
  await order.selectOption("-mpk");
  if (!javaScriptEnabled) await page.getByRole("button", { name: "Szukaj" }).click();
  await expect(page).toHaveURL(/sort=-mpk/);
  await expect(order).toHaveValue("-mpk");
});

test("on a desk the first seller comes soon after the heading, under columns that stay in sight", async ({
  franchisee: page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/sellers?size=50");
  const heading = await boxOf(page.getByRole("heading", { level: 1 }));
  expect((await boxOf(rows(page).first())).y - heading.bottom).toBeLessThan(150);
  const banner = page.getByRole("banner");
  const head = page.getByRole("columnheader").first();
  await rows(page).nth(40).scrollIntoViewIfNeeded();
  await expect(head).toBeInViewport();
  expect(Math.abs((await boxOf(head)).y - (await boxOf(banner)).bottom)).toBeLessThan(2);
});

test("nothing is wider than the window at 320 px and with letters twice as large, and no e-mail breaks in a word", async ({
  franchisee: page,
  world,
}) => {
  const [seller] = world.sandbox.control.sellers();
  const email = "maksymilian.brzeczyszczykiewicz@chrzaszczyzewoszyce.example.pl";
  world.sandbox.control.changeSeller(seller?.id ?? "", { email, displayName: "Zażółć" });
  for (const [width, scale] of [
    [320, 1],
    [768, 2],
    [1024, 1],
    [1280, 2],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/sellers?q=za%C5%BC%C3%B3%C5%82%C4%87");
    await setLetters(page, scale * 16);
    expect(await beyondWindow(page), `${width} px, ${scale} ×`).toBeLessThanOrEqual(0);
    if (scale === 1) {
      const lines = await rows(page)
        .locator("[data-label='Adres e-mail'] bdi")
        .evaluate((node) => {
          const parts = [...node.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
          return parts.map((part) => {
            const range = document.createRange();
            range.selectNodeContents(part);
            return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
          });
        });
      expect(lines, `${width} px`).toEqual([1, 1]);
    }
  }
});

test("what can be done with ticked rows comes with the first one and covers none of them @js", async ({
  franchisee: page,
}) => {
  const disable = bar(page).getByRole("button", { name: "Wyłącz konta" });
  for (const viewport of [
    { width: 1280, height: 720 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport);
    await page.goto("/sellers");
    await awake(page);
    await expect(disable).toBeHidden();
    const at = await rows(page).evaluateAll(
      (all, height) => all.findLastIndex((row) => row.getBoundingClientRect().bottom <= height),
      viewport.height,
    );
    const row = rows(page).nth(at);
    await row.getByRole("checkbox").check();
    await expect(disable).toBeInViewport({ ratio: 1 });
    await expect.poll(async () => (await boxOf(row)).bottom - (await boxOf(bar(page))).y).toBeLessThanOrEqual(0);
    const edge = viewport.height - (await boxOf(bar(page))).bottom;
    expect(edge).toBeLessThanOrEqual(viewport.width < 768 ? 0.5 : 16);
    await bar(page).getByRole("link", { name: "Wyczyść zaznaczenie" }).click();
    await expect(disable).toBeHidden();
    await expect(page.getByRole("table")).toBeFocused();
  }
});

test("without scripts the same stands below the table from the start @nojs", async ({ franchisee: page }) => {
  await page.goto("/sellers?size=10");
  await expect(bar(page).getByRole("button", { name: "Wyłącz konta" })).toBeVisible();
  expect((await boxOf(bar(page))).y).toBeGreaterThan((await boxOf(rows(page).last())).bottom - 1);
});

test("a keyboard is at the table in a few presses", async ({ franchisee: page }) => {
  await page.goto("/sellers");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Przejdź do tabeli sprzedawców" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("table")).toBeFocused();
});

test("the focus stays in the search after a search and after a filter is taken away @js", async ({
  franchisee: page,
}) => {
  await page.goto("/sellers?status=active");
  await awake(page);
  await search(page).fill("an");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: "Usuń filtr: Szukany tekst" })).toBeVisible();
  await expect(search(page)).toBeFocused();
  await page.getByRole("link", { name: "Usuń filtr: Szukany tekst" }).click();
  await expect(page.getByRole("link", { name: "Usuń filtr: Szukany tekst" })).toHaveCount(0);
  await expect(search(page)).toBeFocused();
  await expect(search(page)).toHaveValue("");
});

test("forced colours leave the ticked row, the active view, the page and the badge their marks", async ({
  franchisee: page,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("/sellers?status=inactive");
  await rows(page).first().getByRole("checkbox").check();
  expect(await styleOf(rows(page).first(), "outline-style")).toBe("solid");
  expect(await styleOf(rows(page).nth(1), "outline-style")).toBe("none");
  expect(await styleOf(rows(page).first().getByText("Nieaktywne"), "border-top-style")).toBe("solid");
  const pages = page.getByRole("navigation", { name: "Strony listy" });
  expect(await styleOf(pages.locator("[aria-current=page]"), "border-top-style")).toBe("solid");
  await pressMenu(page, "Widok");
  const view = page.getByRole("link", { name: "Nieaktywni", exact: true });
  expect(await styleOf(view, "border-top-style")).toBe("solid");
});
