import type { Page } from "@playwright/test";
import type { Hand } from "../support/main-job";

const WITHIN_MS = 45_000;
const PAUSE_MS = 150;

/**
 * Works by mouse and keys, and waits in this process: without JavaScript a page has no timers, which
 * Playwright's own waiting needs.
 */
export function handOn(page: Page): Hand {
  const first = (xpath: string) => page.locator(`xpath=${xpath}`).first();

  /** Waits until `look` returns true. @throws Error with what was looked for, and the page's text */
  async function until(what: string, look: () => Promise<boolean>): Promise<void> {
    const giveUpAt = Date.now() + WITHIN_MS;
    // A page that is being left can't be looked at for a moment.
    while (!(await look().catch(() => false))) {
      if (Date.now() > giveUpAt)
        throw new Error(`No ${what} at ${page.url()}:\n${(await page.content()).slice(0, 2000)}`);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
  const sees = (xpath: string) => until(xpath, () => first(xpath).isVisible());
  async function presses(xpath: string): Promise<void> {
    await sees(xpath);
    const { x, y, width, height } = await first(xpath).evaluate((element) => {
      element.scrollIntoView({ block: "center", behavior: "instant" });
      return element.getBoundingClientRect().toJSON() as DOMRect;
    });
    await page.mouse.click(x + width / 2, y + height / 2);
  }

  return {
    goto: (url) => page.goto(url),
    sees,
    presses,
    counts: (xpath, count) => until(`${count} ${xpath}`, async () => (await page.locator(xpath).count()) === count),
    /** Types again if the page moved the focus elsewhere meanwhile. */
    fills: (xpath, value) =>
      until(`"${value}" in ${xpath}`, async () => {
        await presses(xpath);
        await page.keyboard.press("Control+A");
        await page.keyboard.type(value);
        return (await first(xpath).inputValue()) === value;
      }),
  };
}
