import type { BrowserSession, Fields } from "./browser-session";
import type { Page } from "./page";

/** Adds a seller by its form. */
export async function addSeller(browser: BrowserSession, fields: Fields): Promise<Page> {
  return browser.submit(await browser.get("/sellers/new"), fields, "form#seller");
}

/** Changes a seller by its form. */
export async function editSeller(browser: BrowserSession, id: string, changes: Fields = {}): Promise<Page> {
  return browser.submit(await browser.get(`/sellers/${id}/edit`), changes, "form#seller");
}

/** Undoes a seller's latest change on the history's page. */
export async function undoLatest(browser: BrowserSession, id: string): Promise<Page> {
  return browser.submit(await browser.get(`/sellers/${id}/history`), {}, "article form:has(input[name=change])");
}

/** Uploads a file to be checked. @returns the page with its preview */
export async function checkFile(browser: BrowserSession, text: string, name = "plik.csv"): Promise<Page> {
  const file = new File([text], name, { type: "text/csv" });
  return browser.upload(await browser.get("/sellers/import"), file, "form[enctype]");
}

/** Starts the import that a preview shows. */
export const startImport = (browser: BrowserSession, preview: Page): Promise<Page> =>
  browser.submit(preview, {}, "form:has(input[name=plan])");
