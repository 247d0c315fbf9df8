import { expect, type Page } from "@playwright/test";

/**
 * Sets the browser's own size of letters, in px (16 unless a person chose another), which media
 * queries in `em` follow.
 */
export async function setLetters(page: Page, standard: number): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send("Page.setFontSizes", { fontSizes: { standard, fixed: standard } });
  const size = () => page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
  await expect.poll(size).toBe(`${standard}px`);
}
