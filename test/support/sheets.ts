import type { BrowserSession } from "./browser-session";

/** Sets the cookie of a browser that has the build's style sheets, so that pages link them. */
export async function keepSheets(browser: BrowserSession): Promise<void> {
  const { text } = await browser.get("/privacy");
  const version = /<style [^>]*data-version="(\w+)"/.exec(text)?.[1];
  if (!version) throw new Error("The page holds no sheets");
  browser.setCookie("sheets", version);
}
