import { readFile } from "node:fs/promises";
import { arrived, axe, expect, test, visit } from "./fixtures";
import { pressMenu, sellerNames } from "./parts";

test("An export holds what the list shows as CSV and as XLSX", async ({ page }) => {
  await page.goto("/sellers?q=lodz&size=10");
  const found = Number(/\d+/.exec(await page.getByText(/Znaleziono/).innerText())?.[0]);
  expect(found).toBeGreaterThan(0);

  await pressMenu(page, "Eksportuj");
  const links = page.locator("main details[open] a");
  await expect(page.locator("main details[open] li").first()).toHaveText(new RegExp(`^wiersze:\\s${found}$`));
  await axe(page, "main details[open]");
  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(links).toHaveCount(5);
    const boxes = await links.evaluateAll((all) =>
      all.map((link) => {
        const { left, right, height } = link.getBoundingClientRect();
        return { isOneLine: height < 45, isInside: left >= 0 && right <= innerWidth };
      }),
    );
    expect(boxes, `${width} px`).toEqual(boxes.map(() => ({ isOneLine: true, isInside: true })));
  }
  const csv = page.waitForEvent("download");
  await page.getByRole("link", { name: "Eksportuj CSV" }).click();
  const file = await csv;
  const told = page.getByRole("status").filter({ hasText: "Za chwilę pobierze się plik" });
  await expect(told).toContainText(new RegExp(`plik CSV \\(wiersze:\\s${found}\\)`));
  await expect(links).toHaveCount(0);
  await expect(page.locator("summary", { hasText: "Eksportuj" })).toBeFocused();
  expect(file.suggestedFilename()).toMatch(/^sprzedawcy-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await file.path(), "utf8");
  expect(text.split("\r\n")).toHaveLength(found + 2);
  expect(text).toContain(";tak\r\n");

  await pressMenu(page, "Eksportuj");
  const xlsx = page.waitForEvent("download");
  await page.getByRole("link", { name: "Eksportuj XLSX" }).click();
  const sheet = await xlsx;
  await expect(told).toContainText("plik XLSX");
  expect(sheet.suggestedFilename()).toMatch(/\.xlsx$/);
  expect((await readFile(await sheet.path())).subarray(0, 2).toString()).toBe("PK");
  await expect(page).toHaveURL(/\/sellers\?q=lodz/);
});

test("An export holds ticked rows of several pages, or shown columns alone", async ({ page }) => {
  await visit(page, "/sellers?size=10");
  const names = sellerNames(page);
  await expect(names).toHaveCount(10);
  await page.getByRole("checkbox", { name: "Zaznacz:" }).first().check();
  const first = await names.first().innerText();
  await page.getByRole("link", { name: "Następna" }).click();
  await expect(page).toHaveURL(/page=2/);
  // The address is there before its rows.
  await arrived(page);
  await page.getByRole("checkbox", { name: "Zaznacz:" }).nth(4).check();
  const second = await names.nth(4).innerText();

  const download = page.waitForEvent("download");
  await page.getByText("Więcej", { exact: true }).click();
  await page.getByRole("button", { name: "Eksportuj zaznaczonych (CSV)" }).click();
  const text = await readFile(await (await download).path(), "utf8");
  expect(text.trimEnd().split("\r\n")).toHaveLength(3);
  for (const name of [first, second]) expect(text).toContain(name.split("\n").at(-1));
  await expect(page.getByText("Za chwilę pobierze się plik CSV (wiersze: 2).")).toBeVisible();
  await expect(page.getByText("2 zaznaczonych")).toBeVisible();

  await pressMenu(page, "Wygląd");
  await axe(page, "main details[open]");
  await page.getByRole("checkbox", { name: "Adres e-mail" }).uncheck();
  await page.getByRole("button", { name: "Zastosuj", exact: true }).click();
  await expect(page.getByRole("columnheader", { name: "Adres e-mail" })).toHaveCount(0);
  await pressMenu(page, "Eksportuj");
  const shown = page.waitForEvent("download");
  await page.getByRole("link", { name: "Widoczne kolumny (CSV)" }).click();
  const [headings] = (await readFile(await (await shown).path(), "utf8")).split("\r\n");
  expect(headings).toBe("\uFEFFNazwa wyświetlana;Imię;Nazwisko;MPK;Konto aktywne");
});
