import type { Page } from "@playwright/test";
import { awake, axeInEveryAppearance, expect, holdRequests, requestsOf, test, visit } from "./fixtures";
import { setLetters } from "./letters";
import { overflow } from "./overflow";
import { beyondWindow, heading, saveButton } from "./parts";

const accountMenu = (page: Page) => page.getByRole("banner").locator("details");
const openAccountMenu = (page: Page) => page.getByRole("banner").locator("summary").click();

test("The header leads everywhere and says where one is", async ({ page }) => {
  await page.goto("/");
  const navigation = page.getByRole("navigation", { name: "Główna nawigacja" });
  await expect(navigation.getByRole("link", { name: "Pulpit" })).toHaveAttribute("aria-current", "page");
  await navigation.getByRole("link", { name: "Sprzedawcy" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Sprzedawcy" })).toBeVisible();
  await expect(navigation.getByRole("link", { name: "Sprzedawcy" })).toHaveAttribute("aria-current", "page");
  await expect(navigation.getByRole("link", { name: "Pulpit" })).not.toHaveAttribute("aria-current", /.*/);
  await page.goto("/sellers/new");
  await expect(navigation.getByRole("link", { name: "Sprzedawcy" })).toHaveAttribute("aria-current", "true");
});

test("The account menu opens, closes and leads to the profile", async ({ page }) => {
  await page.goto("/");
  const menu = accountMenu(page);
  await expect(menu).toContainText("Anna Kowalska");
  await expect(menu).toContainText("FRANCZYZOBIORCA");
  await expect(menu.getByRole("link", { name: "Profil" })).toBeHidden();
  await openAccountMenu(page);
  await awake(page);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  await expect(menu).not.toHaveAttribute("open", /.*/);
  await expect(page.getByRole("banner").locator("summary")).toBeFocused();
  await openAccountMenu(page);
  await heading(page).click();
  await expect(menu).not.toHaveAttribute("open", /.*/);
  await openAccountMenu(page);
  await expect(menu.getByRole("link", { name: "Wyloguj się" })).toBeVisible();
  await menu.getByRole("link", { name: "Profil" }).click();
  await expect(page).toHaveURL(/\/profile$/);
  await expect(menu.getByRole("link", { name: "Profil" })).toBeHidden();
});

test("A navigation moves the focus to the heading and tells the title", async ({ page }) => {
  await visit(page, "/");
  const held = await holdRequests(page, /\/sellers\.data/);
  await page.getByRole("link", { name: "Sprzedawcy", exact: true }).click();
  await expect(page.getByRole("progressbar", { includeHidden: true })).toBeAttached();
  held.release();
  await expect(page.getByRole("heading", { level: 1, name: "Sprzedawcy" })).toBeFocused();
  await expect(page.getByRole("status").filter({ hasText: "Sprzedawcy – Panel franczyzobiorcy" })).toHaveCount(1);
  await expect(page).toHaveTitle("Sprzedawcy – Panel franczyzobiorcy");
  // The title of the page that the document came with is told as well, when one comes back to it.
  await page.goBack();
  await expect(page.getByRole("status").filter({ hasText: /^Sprzedawcy – / })).toHaveCount(0);
  await expect(page.getByRole("status").filter({ hasText: "Panel franczyzobiorcy" })).toHaveCount(1);
});

test("A click just as React takes the page over harms nothing", async ({ page }) => {
  // React puts its work off by such a message; the click comes between the two.
  await page.addInitScript(() => {
    const { postMessage } = MessagePort.prototype;
    MessagePort.prototype.postMessage = function send(this: MessagePort, message: unknown) {
      postMessage.call(this, message);
      queueMicrotask(() => document.querySelector("h1")?.click());
    };
  });
  await visit(page, "/profile");
});

test("A path that can't be decoded stays the page of an unknown one", async ({ anonymous: page, problems }) => {
  problems.expect(/status of 404/);
  for (const path of ["/sellers/50%/edit", "/rabat-50%"]) {
    expect((await page.goto(path))?.status(), path).toBe(404);
    await page.waitForLoadState("networkidle");
    await expect(heading(page)).toHaveText("Nie znaleziono strony");
    await expect(page.getByRole("main")).toContainText("Page not found");
    await expect(page.getByRole("link", { name: "Przejdź do pulpitu" })).toBeVisible();
  }
});

test("A page left for the provider is covered", async ({ pageOf, problems }) => {
  problems.expect(/status of 404.*\/profile\/image/);
  const page = await pageOf("imageless", { fresh: true });
  await visit(page, "/sellers");
  // Playwright itself waits for a navigation that has begun, so the page is asked to tell what it
  // shows meanwhile.
  await page.evaluate(() => {
    new MutationObserver(() => {
      const overlay = [...document.querySelectorAll("[role=status]")].find((one) =>
        /Przekierowujemy/.test(one.innerHTML),
      );
      if (overlay) console.info(`covered at layer ${getComputedStyle(overlay).zIndex}`);
    }).observe(document.body, { childList: true, subtree: true });
  });
  const told = page.waitForEvent("console", (message) => message.text() === "covered at layer 1000");
  await page.route("**/auth/logout*", async (route) => {
    await told;
    await route.continue();
  });
  await openAccountMenu(page);
  await page.getByRole("link", { name: "Wyloguj się" }).click({ noWaitAfter: true });
  await told;
  await expect(page.getByText("Przekierowujemy")).toHaveCount(0);
});

test("A chunk that is gone makes the target page load as a document, once", async ({ page, problems }) => {
  problems.expect(
    /Error loading route module|Failed to fetch dynamically imported module|Failed to load resource|net::ERR/,
  );
  await visit(page, "/sellers?q=an");
  const documents = requestsOf(page, (request) => request.isNavigationRequest());
  // However often it is asked for, ahead of the click and after it, until the document has come.
  await page.route(/\/assets\/profile\.route-[\w-]+\.js$/, (route) =>
    documents.length > 0 ? route.continue() : route.abort(),
  );
  await openAccountMenu(page);
  await page.getByRole("link", { name: "Profil" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Profil" })).toBeVisible();
  await expect(page).toHaveURL(/\/profile$/);
  expect(documents.map((url) => new URL(url).pathname)).toEqual(["/profile"]);
  await page.reload();
  await expect(page).toHaveURL(/\/profile$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/sellers\?q=an$/);
});

/** Screens with content of their own are looked at in the tests of that content. */
const PATHS: [path: string, status: number][] = [
  ["/profile", 200],
  ["/help", 200],
  ["/preferences", 200],
  ["/style", 200],
  ["/sellers?q=a", 200],
  ["/sellers/import", 200],
  ["/accessibility", 200],
  ["/privacy", 200],
  ["/nope", 404],
  ["/error?title=a&message=b", 200],
];

test("Every screen passes axe and fits, light and dark, at 320 and 1280 px", async ({ page, problems }) => {
  test.slow();
  problems.expect(/status of 404/);
  for (const [path, status] of PATHS) {
    expect((await page.goto(path))?.status(), path).toBe(status);
    await expect(heading(page)).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await setLetters(page, 32);
    expect(await beyondWindow(page), `${path} on a phone, its letters twice as large`).toBe(0);
    await setLetters(page, 16);
    expect(await overflow(page), path).toEqual({ narrow: 0, largeText: 0 });
    await axeInEveryAppearance(page);
  }
  await page.goto("/");
  await openAccountMenu(page);
  await axeInEveryAppearance(page);
  await page.evaluate(() => document.documentElement.removeAttribute("lang"));
  await expect(axeInEveryAppearance(page), "axe finds a fault").rejects.toThrow("html-has-lang");
});

test("The mark keeps its size on a phone, and the product's name its place", async ({ page }) => {
  await page.goto("/");
  for (const width of [320, 330, 360, 390]) {
    await page.setViewportSize({ width, height: 700 });
    const mark = await page.locator("header a svg").first().boundingBox();
    expect([mark?.width, mark?.height], `${width} px`).toEqual([28, 28]);
    const room = await page.locator("header > a > span").evaluate((name) => {
      const range = document.createRange();
      range.selectNodeContents(name);
      const beside = [...(name.closest("header")?.children ?? [])].filter((one) => one.getClientRects().length > 0);
      const texts = range.getBoundingClientRect();
      const lefts = beside
        .map((one) => one.getBoundingClientRect())
        .filter(({ left, top }) => left > texts.left && top < texts.bottom)
        .map(({ left }) => left);
      return Math.min(...lefts) - texts.right;
    });
    expect(room, `${width} px`).toBeGreaterThanOrEqual(2);
  }
});

test("An error and a message with a link stay until the page changes", async ({ page, control }) => {
  const seller = control.sellers()[20]!;
  await page.clock.install();
  await visit(page, `/sellers/${seller.id}/edit`);
  await page.getByLabel("MPK").fill("00020");
  await saveButton(page).click();
  const message = (text: string) => page.getByRole("status").filter({ hasText: text });
  await expect(message("Zapisano zmiany")).toBeVisible();
  await page.clock.runFor(60_000);
  await expect(message("Zapisano zmiany").getByRole("link", { name: "Cofnij" })).toBeVisible();
  await page.getByRole("navigation").getByRole("link", { name: "Historia zmian" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Historia zmian" })).toBeVisible();
  await expect(message("Zapisano zmiany")).toHaveCount(0);
  await visit(page, `/sellers/new?draft=${"A".repeat(22)}`);
  await page.clock.runFor(60_000);
  await expect(message("Nie znaleźliśmy danych, które tu wpisano.")).toBeVisible();
});
