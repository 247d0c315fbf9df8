import type { Page } from "@playwright/test";
import { setLetters } from "./letters";
import { beyondWindow } from "./parts";

/**
 * How far the page reaches beyond a window of 320 px, and beyond one of 1280 px where letters are
 * twice as large.
 */
export async function overflow(page: Page): Promise<{ narrow: number; largeText: number }> {
  await page.setViewportSize({ width: 320, height: 640 });
  const narrow = await beyondWindow(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await setLetters(page, 32);
  const largeText = await beyondWindow(page);
  await setLetters(page, 16);
  return { narrow, largeText };
}
