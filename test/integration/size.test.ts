import { afterAll, beforeAll, expect, it } from "vitest";
import { weigh } from "../bench/weight";
import { startWorld, type World } from "../support/world";

/*
 * What a browser with an empty cache loads for a screen, in kB (1,000 bytes) after gzip, fonts apart: what each needs
 * today and a little more. The aim for the list is 140 and 16 (docs/decisions/0006-light-pages.md).
 */
const BUDGETS: [screen: string, path: string, js: number, css: number][] = [
  ["list", "/sellers?size=50", 148, 16.5],
  ["dashboard", "/", 148, 16.5],
  ["form", "/sellers/new", 158, 16],
  ["history", "/history", 148, 16],
  ["import", "/sellers/import", 148, 16],
  ["preferences", "/preferences", 148, 16],
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
