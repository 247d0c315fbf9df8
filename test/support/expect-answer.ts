import { expect } from "vitest";
import type { Page } from "./page";

/** @param part the selector of the element that holds the text; by default anywhere on the page */
export function expectAnswer(page: Page, status: number, text: string, part?: string): void {
  const shown = part === undefined ? page.text : page.textOf(part);
  expect([page.status, shown]).toEqual([status, expect.stringContaining(text)]);
}
