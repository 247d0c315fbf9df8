import type { BrowserSession } from "./browser-session";

/** Has a browser say that it has fetched the build's sheets, so that its pages link them. */
export async function keepSheets(browser: BrowserSession): Promise<void> {
  const { text } = await browser.get("/privacy");
  const version = /<style [^>]*data-version="(\w+)"/.exec(text)?.[1];
  if (!version) throw new Error("The page holds no sheets");
  browser.setCookie("sheets", version);
}
