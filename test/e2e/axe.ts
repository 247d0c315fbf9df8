import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";

const COLOUR_RULES = ["color-contrast", "link-in-text-block"] as const;
/**
 * Each width is looked at by all rules once; in its other colours, by those that look at colours.
 */
const APPEARANCES = [
  { colorScheme: "light", width: 1280, rules: [] },
  { colorScheme: "dark", width: 1280, rules: COLOUR_RULES },
  { colorScheme: "dark", width: 320, rules: [] },
  { colorScheme: "light", width: 320, rules: COLOUR_RULES },
] as const;

/**
 * Fails with whatever axe finds on the page: all its rules, best practices included. axe is itself
 * a script, so nothing is looked at where scripts are off: that markup is the same.
 */
export async function axe(page: Page): Promise<void> {
  if (hasScripts()) await noViolations(page);
}

/**
 * The same in light and dark, on the narrowest phone and on a desk; and that nothing there is wider
 * than the window.
 */
export async function axeInEveryAppearance(page: Page): Promise<void> {
  for (const { colorScheme, width, rules } of APPEARANCES) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const appearance = `${colorScheme} at ${width} px`;
    const beyond = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(beyond, `${page.url()}, ${appearance}, is wider than the window`).toBeLessThanOrEqual(0);
    // What hides what goes beyond it, as cards do, makes no window wider.
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll("main section")]
        .filter((card) => card.scrollWidth > card.clientWidth)
        .map((card) => card.textContent?.slice(0, 40)),
    );
    expect(cut, `${page.url()}, ${appearance}, hides what is too wide`).toEqual([]);
    if (hasScripts()) await noViolations(page, appearance, rules);
  }
}

const hasScripts = () => test.info().project.use.javaScriptEnabled !== false;

/** @param rules none for all that axe has */
async function noViolations(page: Page, appearance = "", rules: readonly string[] = []): Promise<void> {
  await animationsEnd(page);
  // Legacy mode only leaves out frames of other origins, which no page has; the other one opens a
  // tab for each look.
  const look = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (rules.length > 0 ? look.withRules([...rules]) : look).analyze();
  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map((node) => node.html).join("\n  ")}`,
  );
  expect(found, `accessibility of ${page.url()} ${appearance}`).toEqual([]);
}

/**
 * A message that is still fading in has too little contrast. Animations that never end, as a
 * spinner's, are left out.
 */
async function animationsEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}
