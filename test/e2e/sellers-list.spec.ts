import { expect, test, visit } from "./fixtures";
import { heading, listPages, rows, searchField } from "./parts";

test("A search folds accents and stays in the URL until it is cleared @nojs", async ({ page, control }) => {
  const [first] = control.sellers();
  control.changeSeller(first?.id ?? "", { displayName: "Żółta Łódź" });
  await page.goto("/sellers");
  await expect(heading(page)).toHaveText("Sprzedawcy");
  await expect(page.getByText("Znaleziono: 320")).toBeVisible();
  await searchField(page).fill("zolta lodz");
  await page.getByRole("button", { name: "Szukaj" }).click();
  await expect(page).toHaveURL(/\/sellers\?q=zolta(\+|%20)lodz/);
  await expect(page.getByText("Znaleziono: 1")).toBeVisible();
  await expect(page.getByRole("row")).toHaveCount(2);
  await expect(searchField(page)).toHaveValue("zolta lodz");

  await page.getByRole("link", { name: "Żółta Łódź" }).click();
  await expect(heading(page)).toHaveText("Żółta Łódź");
  await page.getByRole("link", { name: "Wróć do listy" }).click();
  await expect(page).toHaveURL(/\/sellers\?q=zolta(\+|%20)lodz#seller-[0-9a-f-]{36}$/);
  await expect(page.getByRole("row", { name: "Żółta Łódź" })).toBeInViewport();

  await searchField(page).fill("nikt taki");
  await page.getByRole("button", { name: "Szukaj" }).click();
  await expect(page.getByRole("heading", { name: "Brak wyników wyszukiwania" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Przejdź do tabeli sprzedawców" })).toHaveCount(0);
  await page.getByRole("link", { name: "Wyczyść wyszukiwanie" }).click();
  await expect(page).toHaveURL(/\/sellers$/);
  await expect(searchField(page)).toHaveValue("");
});

test("Pages lead through all sellers, and reading goes on at the table", async ({ page }) => {
  await visit(page, "/sellers");
  const pages = listPages(page);
  await pages.getByRole("link", { name: "Następna" }).click();
  await expect(page).toHaveURL(/\?page=2$/);
  await expect(pages.getByRole("link", { name: "Strona 2", exact: true })).toHaveAttribute("aria-current", "page");
  await expect(page).toHaveTitle("Sprzedawcy, strona 2 – Panel franczyzobiorcy");
  await expect(page.getByRole("table")).toBeFocused();
  await pages.getByRole("link", { name: "Strona 16" }).click();
  await expect(page).toHaveURL(/\?page=16$/);
  await expect(pages.getByRole("link", { name: "Następna" })).toHaveCount(0);
  await page.getByRole("navigation", { name: "na stronę" }).getByRole("link", { name: "100 na stronę" }).click();
  await expect(page).toHaveURL(/\?size=100$/);
  await expect(rows(page)).toHaveCount(100);
  await page.goto("/sellers?page=99999&size=100");
  await expect(rows(page)).toHaveCount(20);
  await expect(pages.getByRole("link", { name: "Strona 4" })).toHaveAttribute("aria-current", "page");
});
