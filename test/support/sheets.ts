import type { BrowserSession } from "./browser-session";

/**
 * Has a browser say that it has the sheets of the build, as scripts have it say once they are
 * fetched: its pages link them then.
 */
export async function keepSheets(browser: BrowserSession): Promise<void> {
  const { text, url } = await browser.get("/help");
  const version = /<style [^>]*data-version="(\w+)"/.exec(text)?.[1];
  if (!version) throw new Error("The page holds no sheets");
  browser.cookies.set(new URL(url), "sheets", version);
}
