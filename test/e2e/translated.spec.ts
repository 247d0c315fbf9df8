import type { Page } from "@playwright/test";
import { arrived, awake, effectsRun, expect, holdRequests, test, visit } from "./fixtures";
import { heading, rowBoxes, saveButton, searchField, selectionBar } from "./parts";

/**
 * Resolves when every word on the page is the translator's, so that React's own text nodes are
 * gone.
 */
async function translated(page: Page): Promise<void> {
  await effectsRun(page);
  await page.waitForFunction(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement;
      const isLeftOut = parent?.closest("[translate=no], font, script, style, textarea, noscript");
      if (walker.currentNode.nodeValue?.trim() && !isLeftOut) return false;
    }
    return true;
  });
}

async function open(page: Page, path: string): Promise<void> {
  await visit(page, path);
  await translated(page);
}

test("A translated list counts ticks, searches and turns pages @translated", async ({ page }) => {
  await open(page, "/sellers?size=10");
  const bar = selectionBar(page).getByRole("status");
  for (const [at, count] of ["1 zaznaczony", "2 zaznaczonych"].entries()) {
    await rowBoxes(page).nth(at).check();
    await expect(bar).toHaveText(count);
    await translated(page);
  }
  await page.getByRole("link", { name: "Następna" }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(bar).toContainText("2 na innych stronach");
  await translated(page);
  await rowBoxes(page).first().check();
  await expect(bar).toContainText("3 zaznaczonych");
  for (const text of ["nikt taki", ""]) {
    await searchField(page).fill(text);
    const empty = page.getByRole("heading", { name: "Brak wyników wyszukiwania" });
    await expect(empty).toHaveCount(text ? 1 : 0);
    await arrived(page);
    await translated(page);
  }
});

test("A translated form keeps what is typed when it is refused @translated", async ({ page, problems }) => {
  problems.expect(/status of 400/);
  await open(page, "/sellers/new");
  await page.getByLabel(/Nazwa wyświetlana/).fill("Nowa Nazwa");
  await page.getByLabel(/Adres e-mail/).fill("zły");
  await saveButton(page).click();
  await expect(page.getByLabel(/Adres e-mail/)).toHaveAttribute("aria-invalid", "true");
  await translated(page);
  await page.getByLabel(/Adres e-mail/).fill("nowa.nazwa@example.pl");
  await page.getByLabel(/^MPK/).fill("00991");
  await saveButton(page).click();
  await expect(heading(page)).toHaveText("Nowa Nazwa");
});

test("A page translated before its scripts came comes to life @translated", async ({ page }) => {
  const held = await holdRequests(page, /\/assets\/.*\.js/);
  await page.goto("/sellers/new", { waitUntil: "commit" });
  await page.getByLabel(/Nazwa wyświetlana/).fill("Przed skryptami");
  await translated(page);
  held.release();
  await awake(page);
  await expect(page.getByLabel(/Nazwa wyświetlana/)).toHaveValue("Przed skryptami");
  await translated(page);
});

test("A seller's names are left untranslated @translated", async ({ page, control }) => {
  const seller = control.sellers()[0]!;
  const { id, displayName, email, mpk } = seller;
  for (const path of [
    `/sellers?q=${encodeURIComponent(email)}`,
    `/sellers/${id}`,
    `/sellers/${id}/status?to=inactive`,
  ]) {
    await open(page, path);
    const names = page.locator("main [translate=no]");
    await expect(names.filter({ hasText: email }).first()).toBeVisible();
    await expect(names.filter({ hasText: mpk }).first()).toBeVisible();
    if (!path.includes("status")) await expect(names.filter({ hasText: displayName }).first()).toBeVisible();
  }
});
