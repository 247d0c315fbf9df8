import type { Page } from "@playwright/test";
import { arrived, awake, BOTH, checkFile, expect, holdRequests, test, visit } from "./fixtures";
import { busyParts, field, heading, pressMenu, rowBoxes, rows, saveButton, searchField, sellerLinks } from "./parts";

/** Another document in this tab, from which Back leads to a new rendering of the one before. */
async function leaveAndComeBack(page: Page, meanwhile = () => {}): Promise<void> {
  await page.goto("/help");
  meanwhile();
  await page.goBack();
  await awake(page);
}

const tickedIds = (page: Page) =>
  rowBoxes(page).evaluateAll((boxes) =>
    boxes.flatMap((box) => ((box as HTMLInputElement).checked ? [box.getAttribute("value")] : [])),
  );

for (const tag of BOTH) {
  test(`Back ticks no seller but those that were ticked ${tag}`, async ({ page, control, javaScriptEnabled }) => {
    await visit(page, "/sellers");
    const boxes = rowBoxes(page);
    const chosen = [await boxes.nth(1).getAttribute("value"), await boxes.nth(3).getAttribute("value")];
    const last = control.sellers().at(-1)!;
    await boxes.nth(1).check();
    await boxes.nth(3).check();
    await leaveAndComeBack(page, () => control.changeSeller(last.id, { displayName: "A A pierwszy" }));
    await expect(boxes.first()).toHaveValue(last.id);
    await expect.poll(() => tickedIds(page)).toEqual(javaScriptEnabled ? chosen : []);

    // Who is gone leaves the tick to nobody.
    if (javaScriptEnabled) await page.getByRole("link", { name: "Wyczyść zaznaczenie" }).click();
    const name = await sellerLinks(page).nth(2).innerText();
    await boxes.nth(2).check();
    const gone = (await boxes.nth(2).getAttribute("value"))!;
    await leaveAndComeBack(page, () => control.changeSeller(gone, { displayName: "Ż na końcu" }));
    await expect(sellerLinks(page).nth(2)).not.toHaveText(name);
    expect(await tickedIds(page)).toEqual([]);
  });
}

for (const tag of BOTH) {
  test(`Filters, order and columns fit the page after Back ${tag}`, async ({ page, javaScriptEnabled }) => {
    await visit(page, "/sellers?status=active&sort=-email");
    await pressMenu(page, "Filtry");
    await page.getByRole("checkbox", { name: "Bez imienia i nazwiska" }).check();
    await page.getByLabel("MPK zaczyna się od").fill("99");
    // Scripts apply filters at once.
    if (javaScriptEnabled) await expect(page).toHaveURL(/mpk=99&names=none/);
    await leaveAndComeBack(page);
    await expect(page.locator("[name=sort][form=search-form]")).toHaveValue("-email");
    await pressMenu(page, "Filtry");
    const names = page.getByRole("checkbox", { name: "Bez imienia i nazwiska" });
    await expect(names).toBeChecked({ checked: javaScriptEnabled });
    await expect(page.getByRole("textbox", { name: "MPK zaczyna się od" })).toHaveValue(javaScriptEnabled ? "99" : "");

    await visit(page, "/sellers");
    const columns = page.locator("input[name=columns]");
    const shown = await columns.evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).checked));
    await columns.evaluateAll((boxes) => {
      for (const box of boxes) (box as HTMLInputElement).checked = !(box as HTMLInputElement).checked;
    });
    await leaveAndComeBack(page);
    expect(await columns.evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).checked))).toEqual(shown);

    await visit(page, "/history?period=days&kind=update");
    await page.getByLabel("Osoba").fill("Ktoś inny");
    await page.getByLabel("Rodzaj zmiany").selectOption("undo");
    await page.getByLabel("Od dnia").fill("05.01.2026");
    if (javaScriptEnabled) await expect(page).toHaveURL(/from=05\.01\.2026&person=Kto%C5%9B\+inny&kind=undo/);
    await leaveAndComeBack(page);
    await expect(page.getByLabel("Osoba")).toHaveValue(javaScriptEnabled ? "Ktoś inny" : "");
    await expect(page.getByLabel("Od dnia")).toHaveValue(javaScriptEnabled ? "05.01.2026" : "");
    await expect(page.getByLabel("Rodzaj zmiany")).toHaveValue(javaScriptEnabled ? "undo" : "update");
  });
}

test("Back puts text typed over a cell into that cell or nowhere", async ({ page }) => {
  const upload = async (rows: string) => {
    await checkFile(page, `Nazwa wyświetlana;Adres e-mail;MPK\n${rows}`);
    await expect(cells.first()).toBeVisible();
    return cells.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).defaultValue));
  };
  const cells = page.getByRole("textbox", { name: /, wiersz \d/ });
  const values = await upload("Sklep A;zły adres;1\nSklep B;też zły;2");
  await cells.first().evaluate((input) => {
    (input as HTMLInputElement).value = "a@example.pl";
  });
  await leaveAndComeBack(page);
  expect(await cells.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))).toEqual([
    "a@example.pl",
    ...values.slice(1),
  ]);
});

/** The router's requests for pages. */
const DATA = /\.data(\?|$)/;

test("A seller opens with what its row says before the server answers", async ({ page, control }) => {
  await visit(page, "/sellers?size=50");
  const link = sellerLinks(page).nth(30);
  const name = await link.innerText();
  const id = (await rowBoxes(page).nth(30).getAttribute("value"))!;
  const seller = control.sellersWith((one) => one.id === id)[0]!;
  const status = seller.accountEnabled ? "Wyłącz konto" : "Włącz konto";
  await link.scrollIntoViewIfNeeded();
  const top = await page.evaluate(() => window.scrollY);
  await expect(page.locator('link[rel=modulepreload][href*="/detail.route-"]')).toBeAttached();

  let held = await holdRequests(page, DATA);
  await link.click();
  const heading = page.getByRole("heading", { level: 1, name });
  await expect(heading).toBeFocused();
  await expect(page).toHaveTitle(new RegExp(name));
  await expect(page.getByRole("region", { name: "Dane sprzedawcy" })).toContainText(seller.mpk);
  await expect(page.getByRole("link", { name: status })).toBeVisible();
  await expect(page.locator("main form")).toHaveCount(0);
  await expect(busyParts(page).filter({ hasText: seller.mpk })).toBeVisible();
  held.release();
  await expect(busyParts(page)).toHaveCount(0);
  await expect(page.getByRole(seller.accountEnabled ? "link" : "button", { name: status })).toBeEnabled();
  await expect(heading).toBeFocused();

  held = await holdRequests(page, DATA);
  control.changeSeller(id, { email: "nowy@example.pl" });
  await page.goBack();
  await expect(link).toBeFocused();
  await expect(busyParts(page)).toBeVisible();
  expect(Math.abs((await page.evaluate(() => window.scrollY)) - top)).toBeLessThan(2);
  held.release();
  await expect(rows(page).nth(30)).toContainText("nowy@example.pl");
  await expect(busyParts(page)).toHaveCount(0);
  expect(Math.abs((await page.evaluate(() => window.scrollY)) - top)).toBeLessThan(2);
});

test("A correction is compared with what its row said when it was opened", async ({ page, control, problems }) => {
  problems.expect(/status of 409/);
  await visit(page, "/sellers?size=10");
  const id = (await rowBoxes(page).nth(3).getAttribute("value"))!;
  await sellerLinks(page).nth(3).click();
  await expect(page.getByRole("button", { name: /MPK/ })).toBeVisible();
  await expect(busyParts(page)).toHaveCount(0);
  const held = await holdRequests(page, DATA);
  await page.goBack();
  await rows(page)
    .nth(3)
    .getByRole("button", { name: /^Działania/ })
    .click();
  await page.getByRole("menuitem", { name: "Popraw MPK" }).click();
  await field(page, "MPK").fill("moje");
  control.changeSeller(id, { mpk: "cudze" });
  held.release();
  await expect(rows(page).nth(3)).toContainText("cudze");
  await expect(field(page, "MPK")).toHaveValue("moje");
  await saveButton(page).click();
  await expect(page.getByRole("group", { name: "MPK" })).toContainText("cudze");
  expect(control.seller(id)).toMatchObject({ mpk: "cudze" });
});

test("A correction stays open when a late answer has no such row", async ({ page, control }) => {
  const [seller] = control.sellers();
  for (const isSaved of [false, true]) {
    await visit(page, `/sellers?${new URLSearchParams({ q: seller!.email })}`);
    const held = await holdRequests(page, DATA);
    await searchField(page).fill("nikt taki");
    await held.requested;
    await page.getByRole("button", { name: /^Działania/ }).click();
    await page.getByRole("menuitem", { name: "Popraw MPK" }).click();
    await field(page, "MPK").fill("moje");
    held.release();
    await expect(page).toHaveURL(/\?q=nikt/);
    await arrived(page);
    await expect(field(page, "MPK")).toHaveValue("moje");
    await expect(field(page, "MPK")).toBeFocused();
    if (isSaved) await saveButton(page).click();
    else await page.keyboard.press("Escape");
    await expect(field(page, "MPK")).toHaveCount(0);
    await expect(page.getByRole("heading", { name: "Brak wyników wyszukiwania" })).toBeVisible();
    await expect(searchField(page)).toHaveValue("nikt taki");
    await expect(heading(page)).toBeFocused();
    expect(control.seller(seller!.id)).toMatchObject({ mpk: isSaved ? "moje" : seller!.mpk });
  }
});

test("A correction saved before a search is answered leads to the search", async ({ page, control }) => {
  const [seller] = control.sellers();
  await visit(page, `/sellers?${new URLSearchParams({ q: seller!.email })}`);
  const held = await holdRequests(page, /\/sellers\.data/);
  await searchField(page).fill("nikt taki");
  await held.requested;
  await page.getByRole("button", { name: /^Działania/ }).click();
  await page.getByRole("menuitem", { name: "Popraw MPK" }).click();
  await field(page, "MPK").fill("moje");
  await saveButton(page).click();
  await expect.poll(() => control.seller(seller!.id)?.mpk).toBe("moje");
  held.release();
  await expect(page.getByRole("heading", { name: "Brak wyników wyszukiwania" })).toBeVisible();
  await expect(searchField(page)).toHaveValue("nikt taki");
});

test("A list from before a change isn't shown after it", async ({ page, control }) => {
  const seller = control.sellersWith(({ accountEnabled }) => !accountEnabled)[0]!;
  await visit(page, `/sellers?${new URLSearchParams({ q: seller.email })}`);
  await page.getByRole("link", { name: seller.displayName }).click();
  await page.getByRole("button", { name: "Włącz konto" }).click();
  await expect(page.getByRole("link", { name: "Wyłącz konto" })).toBeVisible();
  const held = await holdRequests(page, DATA);
  await page.getByRole("link", { name: "Wróć do listy" }).click();
  await held.requested;
  await expect(page.getByRole("heading", { level: 1, name: seller.displayName })).toBeVisible();
  await expect(page.getByRole("table")).toHaveCount(0);
  held.release();
  await expect(rows(page)).toContainText("Aktywne");
});
