import { afterAll, beforeAll, expect, it } from "vitest";
import { weigh } from "../bench/weight";
import { startWorld, type World } from "../support/world";

/*
 * What a browser with an empty cache loads for a screen, in kB (1,000 bytes) after gzip, fonts apart: what each needs
 * today and a little more. The aim for the list is 140 and 16 (docs/decisions/0006-light-pages.md).
 */
const BUDGETS: [screen: string, path: string, js: number, css: number][] = [
  ["list", "/sellers?size=50", 145, 15],
  ["dashboard", "/", 143, 15],
  ["form", "/sellers/new", 154, 15],
  ["history", "/history", 144, 14],
  ["import", "/sellers/import", 142, 14],
  ["preferences", "/preferences", 142, 14.5],
];

let world: World;
let cookie: string;

beforeAll(async () => {
  world = await startWorld();
  const browser = world.browser();
  await browser.signIn(world.sandbox.accounts.franchisee);
  cookie = browser.cookies.header(new URL(world.appUrl));
});
afterAll(() => world.close());

it.each(BUDGETS)("the %s loads no more than its budget", async (_screen, path, js, css) => {
  const weight = await weigh(`${world.appUrl}${path}`, cookie);
  // A page without scripts or styles would pass for a light one.
  expect(weight.js).toBeGreaterThan(80_000);
  expect(weight.css).toBeGreaterThan(5_000);
  expect({ js: weight.js / 1_000, css: weight.css / 1_000 }).toSatisfy(
    (kB: { js: number; css: number }) => kB.js <= js && kB.css <= css,
    `at most ${js} kB of script and ${css} kB of style`,
  );
});
