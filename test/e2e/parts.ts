import { expect, type Locator, type Page } from "@playwright/test";

/*
 * The parts of pages that many tests look at, found by role and name as a person finds them.
 */

export const heading = (page: Page) => page.getByRole("heading", { level: 1 });
export const field = (page: Page, label: string) => page.getByRole("textbox", { name: new RegExp(`^${label}`) });
/** A seller whom no list holds yet, by the labels of the form's fields. */
export const BOAT = { "Nazwa wyświetlana": "Żółta Łódź", "Adres e-mail": "zolta@example.pl", MPK: "00777" };

export async function fillSeller(page: Page, values: Record<string, string> = BOAT): Promise<void> {
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value);
}

export async function expectSeller(page: Page, values: Record<string, string> = BOAT): Promise<void> {
  for (const [label, value] of Object.entries(values)) await expect(field(page, label)).toHaveValue(value);
}

export const saveButton = (page: Page) => page.getByRole("button", { name: "Zapisz", exact: true });

/** The rows of a list of sellers, without its head. */
export const rows = (page: Page) => page.getByRole("row").filter({ has: page.getByRole("rowheader") });
export const sellerNames = (page: Page) => page.getByRole("rowheader");
export const sellerLinks = (page: Page) => sellerNames(page).getByRole("link");
/** What is dimmed until newer data have come. */
export const busyParts = (page: Page) => page.getByRole("main").locator("[aria-busy=true]");
/** The state of the job that a page is about. */
export const jobState = (page: Page) => page.getByRole("main").locator("p").getByRole("status");
export const rowBoxes = (page: Page) => rows(page).getByRole("checkbox");
export const searchField = (page: Page) => page.getByLabel("Szukaj sprzedawcy");
export const selectionBar = (page: Page) => page.getByRole("group", { name: "Zaznaczeni sprzedawcy" });
export const listPages = (page: Page) => page.getByRole("navigation", { name: "Strony listy" });

/** The cells of the list's column of that name, shown or not. */
export async function column(page: Page, name: string): Promise<Locator> {
  const heads = await page.locator("thead tr > *").allTextContents();
  return page.locator(`tbody tr > :nth-child(${heads.indexOf(name) + 1})`);
}

/** Opens (or closes) a menu of the page's own, by its name. */
export async function pressMenu(page: Page, name: string): Promise<void> {
  await page.locator("main summary").filter({ hasText: name }).first().click();
}

/** Where an element stands in the window, in CSS pixels. */
export async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error("It isn't shown");
  return { ...box, bottom: box.y + box.height };
}

/** How far the page reaches beyond the window, in CSS pixels. */
export const beyondWindow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** How many lines an element's text takes, and where the longest ends in the window. */
export const textIn = (element: Locator) =>
  element.evaluate((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return { lines: range.getClientRects().length, right: range.getBoundingClientRect().right };
  });

export const styleOf = (element: Locator, property: string) =>
  element.evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property);
