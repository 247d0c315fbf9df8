import { expect, type Page, test } from "@playwright/test";
import axeCore from "axe-core";
import { beyondWindow, busyParts } from "./parts";

/** Each width and each colour scheme once. */
const APPEARANCES = [
  { colorScheme: "light", width: 1280 },
  { colorScheme: "dark", width: 320 },
] as const;

/**
 * Fails with whatever axe finds on the page: all its rules, best practices included. axe is itself
 * a script, so nothing is looked at where scripts are off: that markup is the same.
 * @param part a selector of what is new on a page that another test looks at as a whole
 */
export async function axe(page: Page, part?: string): Promise<void> {
  if (hasScripts()) await noViolations(page, { part });
}

/**
 * The same in light and dark, on the narrowest phone and on a desk; and that nothing there is wider
 * than the window.
 */
export async function axeInEveryAppearance(page: Page): Promise<void> {
  for (const { colorScheme, width } of APPEARANCES) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const appearance = `${colorScheme} at ${width} px`;
    expect(await beyondWindow(page), `${page.url()}, ${appearance}, is wider than the window`).toBeLessThanOrEqual(0);
    // What hides what goes beyond it, as cards do, makes no window wider.
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll("main section")]
        .filter((card) => card.scrollWidth > card.clientWidth)
        .map((card) => card.textContent?.slice(0, 40)),
    );
    expect(cut, `${page.url()}, ${appearance}, hides what is too wide`).toEqual([]);
    if (hasScripts()) await noViolations(page, { appearance });
  }
}

/** Whether the test's pages run scripts, as its title says. */
export const hasScripts = () => !test.info().tags.includes("@nojs");

async function noViolations(
  page: Page,
  { appearance = "", part }: { appearance?: string; part?: string },
): Promise<void> {
  if (part) await expect(page.locator(part).first()).toBeVisible();
  // What is dimmed until newer data have come has too little contrast.
  await expect(busyParts(page)).toHaveCount(0);
  await animationsEnd(page);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeCore.source);
  const found = await page.evaluate(async (selector) => {
    const { axe } = window as unknown as { axe: typeof axeCore };
    // Describing what passed as well would take axe as long again.
    const { violations } = await axe.run(selector ?? document, {
      resultTypes: ["violations"],
      selectors: false,
    });
    return violations.map(({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map((node) => node.html).join("\n  ")}`);
  }, part);
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
