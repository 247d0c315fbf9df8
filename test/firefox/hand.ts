import type { Locator, Page } from "@playwright/test";

const WITHIN_MS = 45_000;
const PAUSE_MS = 150;

/**
 * A person's eyes and hand on a page. Where JavaScript is off a page has no timers, and
 * Playwright's own waiting, which is done by them, never ends: so all waiting is done out here, and
 * all doing by mouse and keys.
 */
export class Hand {
  readonly #page: Page;
  constructor(page: Page) {
    this.#page = page;
  }

  /** Looks until it is so. @throws Error that says what was looked for, and what stood there */
  async until(what: string, look: () => Promise<boolean>): Promise<void> {
    const giveUpAt = Date.now() + WITHIN_MS;
    // A page that is being left can't be looked at for a moment.
    while (!(await look().catch(() => false))) {
      if (Date.now() > giveUpAt) throw new Error(`No ${what} at ${this.#page.url()}:\n${await this.#text()}`);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }

  sees(what: Locator): Promise<void> {
    return this.until(String(what), async () => (await what.count()) > 0 && (await what.first().isVisible()));
  }

  async presses(what: Locator): Promise<void> {
    await this.sees(what);
    const { x, y, width, height } = await what.first().evaluate((element) => {
      element.scrollIntoView({ block: "center", behavior: "instant" });
      return element.getBoundingClientRect().toJSON() as DOMRect;
    });
    await this.#page.mouse.click(x + width / 2, y + height / 2);
  }

  /** Types it anew where the page took the focus elsewhere meanwhile, as one does. */
  async fills(field: Locator, value: string): Promise<void> {
    await this.until(`"${value}" in ${field}`, async () => {
      await this.presses(field);
      await this.#page.keyboard.press("Control+A");
      await this.#page.keyboard.type(value);
      return (await field.inputValue()) === value;
    });
  }

  #text(): Promise<string> {
    return this.#page.locator("body").evaluate((body) => (body as HTMLElement).innerText.slice(0, 2000));
  }
}
