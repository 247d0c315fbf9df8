import type { Page } from "@playwright/test";
import { axe, effectsRun, expect, nativeQuestions, requestsOf, test, visit } from "./fixtures";
import { heading, rows, searchField, sellerLinks } from "./parts";

const palette = (page: Page) => page.getByRole("dialog", { name: "Znajdź" });
const option = (page: Page, name: string | RegExp) => palette(page).getByRole("option", { name });
const field = (page: Page) => page.getByRole("combobox", { name: "Znajdź sprzedawcę lub polecenie" });

async function open(page: Page): Promise<void> {
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("Control+k");
}

test("The palette is loaded with its first use", async ({ page }) => {
  const chunks = requestsOf(page, (request) => /\/assets\/palette-.*\.js$/.test(request.url()));
  await page.goto("/profile");
  await page.waitForLoadState("networkidle");
  expect(chunks).toEqual([]);
  await page.keyboard.press("Control+k");
  await expect(field(page)).toBeFocused();
  expect(chunks).toHaveLength(1);
});

test("The palette finds a seller by keyboard", async ({ page, control }) => {
  const seller = control.sellers()[4]!;
  control.changeSeller(seller.id, { displayName: "Żółta Łódź" });
  await visit(page, "/profile");
  await open(page);
  await field(page).fill("zolta lod");
  await expect(option(page, /Żółta Łódź/)).toBeVisible();
  await expect(palette(page).getByRole("group", { name: "Sprzedawcy" }).getByRole("option")).toHaveCount(2);
  await axe(page);
  // The keys of its list are heard in its field alone.
  await page.keyboard.press("Tab");
  await expect(field(page)).toBeFocused();
  const chosen = (name: string | RegExp) => palette(page).getByRole("option", { name, selected: true });
  await page.keyboard.press("ArrowDown");
  await expect(chosen("Szukaj „zolta lod” na liście")).toBeVisible();
  await page.keyboard.press("ArrowUp");
  await expect(chosen(`Żółta Łódź ${seller.email} · ${seller.mpk}`)).toBeVisible();
  await expect(field(page)).toHaveAttribute("aria-activedescendant", (await chosen(/Żółta/).getAttribute("id")) ?? "");
  await page.keyboard.press("Enter");
  await expect(heading(page)).toHaveText("Żółta Łódź");
  await expect(palette(page)).toHaveCount(0);
});

test("The palette takes its text to the list, and finds pages", async ({ page }) => {
  await visit(page, "/profile");
  await page.getByRole("button", { name: "Znajdź" }).click();
  await field(page).fill("zolta lod");
  await option(page, "Szukaj „zolta lod” na liście").click();
  await expect(page).toHaveURL(/\/sellers\?q=zolta(\+|%20)lod$/);

  await open(page);
  await field(page).fill("hist");
  await option(page, /^Historia zmian/).click();
  await expect(heading(page)).toHaveText("Historia zmian");
});

test("A palette whose search fails says why, and still finds pages", async ({ page, control, problems }) => {
  problems.expect(/status of (403|503)/);
  await visit(page, "/profile");
  control.fault({ target: "sellers", status: 500 });
  await open(page);
  await field(page).fill("pomoc");
  await expect(page.getByRole("status").filter({ hasText: "Nie udało się wyszukać" })).toHaveCount(1);
  await expect(palette(page).getByText("Nie udało się wyszukać sprzedawców")).toBeVisible();
  await option(page, /^Pomoc/).click();
  await expect(heading(page)).toHaveText("Pomoc");
  control.clearFaults();
  control.fault({ target: "sellers", status: 403 });
  await open(page);
  await field(page).fill("profil");
  await expect(page.getByRole("status").filter({ hasText: "Nie masz uprawnień do wyszukiwania" })).toHaveCount(1);
  await expect(palette(page).getByText("Nie masz uprawnień do wyszukiwania sprzedawców.")).toBeVisible();
});

test("A palette whose search never ends still finds pages", async ({ page, control }) => {
  await visit(page, "/profile");
  control.fault({ target: "sellers", path: /^\/api\/sellers\?/, hold: true });
  await open(page);
  await field(page).fill("pulpit");
  await option(page, /^Pulpit/).click();
  await expect(heading(page)).toHaveText(/^Dzień dobry/);
  control.clearFaults();
});

test("The palette has the keys from Ctrl K on, however late it comes", async ({ page, control }) => {
  let goOn = () => {};
  await page.route(/\/assets\/palette-.*\.js$/, async (route) => {
    await new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await route.continue();
  });
  const seller = control.sellers()[4]!;
  await visit(page, `/sellers/${seller.id}/edit`);
  const mpk = page.getByLabel(/^MPK/);
  await mpk.focus();
  const asked = page.waitForRequest(/\/assets\/palette-/);
  await page.keyboard.press("Control+k");
  await asked;
  await page.keyboard.type("nox");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Escape");
  await page.keyboard.press("End");
  await page.keyboard.type("7");
  await expect(mpk).toHaveValue(`${seller.mpk}7`);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("nowakk");
  await page.keyboard.press("Backspace");
  goOn();
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue("nowak");
  await page.keyboard.type("!");
  await expect(field(page)).toHaveValue("nowak!");
  await expect(mpk).toHaveValue(`${seller.mpk}7`);
  // Ctrl K as soon as the window is gone after Escape, before anything else could come.
  await page.evaluate(() => {
    const press = (init: KeyboardEventInit) =>
      document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...init }));
    new MutationObserver((_changes, observer) => {
      if (document.querySelector("[role=dialog]")) return;
      observer.disconnect();
      press({ key: "k", ctrlKey: true });
    }).observe(document.body, { childList: true, subtree: true });
    press({ key: "Escape" });
  });
  await expect(field(page)).toHaveValue("");
  await expect(field(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(palette(page)).toHaveCount(0);
  await expect(mpk).toBeFocused();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("lodz");
  await expect(field(page)).toHaveValue("lodz");
  await expect(mpk).toHaveValue(`${seller.mpk}7`);
});

test("The palette gives a form's files, and asks before a sign-out", async ({ page, control }) => {
  const native = nativeQuestions(page);
  await visit(page, `/sellers/${control.sellers()[2]!.id}/edit`);
  const mpk = page.getByLabel(/^MPK/);
  await mpk.fill("00777");
  const download = page.waitForEvent("download");
  await open(page);
  await option(page, "Eksportuj CSV").click();
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);
  await open(page);
  await field(page).fill("wyloguj");
  await page.keyboard.press("Enter");
  await expect(palette(page)).toHaveCount(0);
  await page.getByRole("dialog", { name: "Masz niezapisane zmiany" }).getByRole("button", { name: "Zostań" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByText("Przekierowujemy…")).toHaveCount(0);
  await expect(mpk).toHaveValue("00777");
  await expect(mpk).toBeFocused();
  expect(native).toEqual([]);
  await mpk.press("Enter");
  await expect(page.getByText("Zapisano zmiany")).toBeVisible();
});

test("A palette that fails to load says so, and opens at the next try", async ({ page, problems }) => {
  problems.expect(/Failed to load resource/);
  await page.route(/\/assets\/palette-.*\.js$/, (route) => route.abort());
  await visit(page, "/help");
  await page.getByRole("button", { name: "Znajdź" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Nie udało się otworzyć okna „Znajdź”" })).toBeVisible();
  await page.unrouteAll();
  await page.getByRole("button", { name: "Znajdź" }).click();
  await expect(field(page)).toBeFocused();
});

test("Keys work on every page, not while one types, and can be switched off", async ({ page, control }) => {
  const seller = control.sellers()[4]!;
  const keys = async (...pressed: string[]) => {
    for (const key of pressed) await page.keyboard.press(key);
  };
  await visit(page, "/profile");
  await keys("n");
  await expect(heading(page)).toHaveText("Nowy sprzedawca");
  await visit(page, "/sellers");
  await searchField(page).focus();
  await keys("n", "e", "j");
  await expect(searchField(page)).toHaveValue("nej");
  await expect(page).toHaveURL(/\/sellers\?q=nej$/);
  await page.goto(`/sellers/${seller.id}`);
  await expect(page.getByRole("navigation", { name: "Poprzedni i następny" })).toHaveCount(0);
  await page.goto("/sellers");
  await rows(page).getByRole("link").first().click();
  await expect(page.getByRole("link", { name: /^Następny/ })).toBeVisible();
  const first = await heading(page).innerText();
  await keys("j");
  await expect(heading(page)).not.toHaveText(first);
  await expect(page.getByRole("link", { name: /^Poprzedni/ })).toBeVisible();
  await keys("k");
  await expect(heading(page)).toHaveText(first);
  // Ctrl Enter on a link is the browser's own.
  await page.getByRole("link", { name: "Pulpit" }).focus();
  const newTab = page.context().waitForEvent("page");
  await keys("Control+Enter");
  await (await newTab).close();
  await keys("e");
  await expect(heading(page)).toHaveText("Edycja sprzedawcy");
  await page.goto("/help");
  await page.getByRole("link", { name: "Włącz lub wyłącz skróty w ustawieniach" }).click();
  await page.getByRole("checkbox", { name: "Skróty klawiaturowe" }).uncheck();
  await page.getByRole("button", { name: "Zapisz" }).click();
  await expect(page.getByText("Zapisano ustawienia")).toBeVisible();
  await heading(page).focus();
  const asked = requestsOf(page, (request) => !request.url().endsWith("/auth/session"));
  await keys("n", "Control+k");
  // A page or a palette would be asked for, or shown, as a key is pressed.
  await effectsRun(page);
  expect(asked).toEqual([]);
  await expect(heading(page)).toHaveText("Ustawienia");
  await expect(palette(page)).toHaveCount(0);
  await page.goto("/help");
  await expect(page.getByText("Skróty są wyłączone.")).toBeVisible();
  await page.getByRole("button", { name: "Znajdź" }).click();
  await expect(field(page)).toBeFocused();
  await expect(option(page, "Dodaj sprzedawcę")).toBeVisible();
  await expect(palette(page).locator("kbd")).toHaveCount(0);
});

test("The help page lists every shortcut", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("contentinfo").getByRole("link", { name: "Pomoc" }).click();
  await expect(heading(page)).toHaveText("Pomoc");
  await expect(page.getByRole("row")).toHaveCount(11);
  await expect(page.getByRole("row", { name: /^Ctrl Enter/ })).toContainText("dodaj kolejnego");
  await expect(page.getByText("Skróty i okno „Znajdź” wymagają JavaScriptu")).toBeHidden();
  await expect(page.getByRole("button", { name: "Znajdź" })).toHaveCount(1);
});

test("The palette begins with the sellers opened lately, then actions", async ({ page, control }) => {
  const [first, second] = control.sellers();
  for (const { id, displayName } of [first!, second!]) {
    await page.goto(`/sellers/${id}`);
    await expect(heading(page)).toHaveText(displayName);
    // What remembers the seller comes with a chunk of its own.
    await page.waitForFunction((id) => JSON.stringify(sessionStorage).includes(id), id);
  }
  await open(page);
  const groups = palette(page).getByRole("group");
  await expect(groups.first()).toHaveAccessibleName("Ostatnio otwierani");
  await expect(groups.first().getByRole("option")).toHaveText([
    new RegExp(`^${second!.displayName}`),
    new RegExp(`^${first!.displayName}`),
  ]);
  await expect(groups.first().getByRole("option").first()).toHaveAttribute("aria-selected", "true");
  await expect(groups.nth(1)).toHaveAccessibleName("Działania");
  await expect(groups.nth(2)).toHaveAccessibleName("Na tej stronie");
  await field(page).fill("notat");
  await expect(palette(page).getByRole("option", { name: "Dodaj notatkę", selected: true })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(heading(page)).toHaveText("Notatka o sprzedawcy");
  await visit(page, "/sellers");
  await open(page);
  const views = palette(page).getByRole("group", { name: "Pokaż na liście" }).getByRole("option");
  await expect(views).toHaveText(["Wszyscy", "Aktywni", "Nieaktywni", "Bez imienia i nazwiska"]);
  await expect(option(page, "Dodaj sprzedawcę").locator("kbd")).toHaveText("N");
});

test("Keys go through rows and pages", async ({ page }) => {
  await visit(page, "/sellers?size=10");
  const link = (row: number) => sellerLinks(page).nth(row);
  await page.keyboard.press("j");
  await expect(link(0)).toBeFocused();
  for (const key of ["j", "j", "k"]) await page.keyboard.press(key);
  await expect(link(1)).toBeFocused();
  const box = rows(page).nth(1).getByRole("checkbox");
  await page.keyboard.press("x");
  await expect(box).toBeChecked();
  await page.keyboard.press("x");
  await expect(box).not.toBeChecked();
  await page.keyboard.press("/");
  await expect(searchField(page)).toBeFocused();
  await expect(searchField(page)).toHaveValue("");
  await link(9).focus();
  await page.keyboard.press("j");
  await expect(page).toHaveURL(/page=2/);
});

test("Saved views are in the palette on every page", async ({ pageOf, world }) => {
  const page = await pageOf("listed");
  const form = { intent: "saveView", name: "Zakurzeni" };
  const headers = { Origin: world.appUrl };
  expect((await page.request.post("/sellers?status=inactive", { form, headers })).status()).toBe(200);
  await visit(page, "/help");
  await open(page);
  await field(page).fill("zakurz");
  await expect(palette(page).getByRole("option")).toHaveText(["Zakurzeni", "Szukaj „zakurz” na liście"]);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/sellers\?status=inactive$/);
  await open(page);
  await expect(palette(page).getByRole("option", { name: "Zakurzeni", exact: true })).toHaveCount(1);
});
