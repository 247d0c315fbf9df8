import { type Browser, firefox } from "@playwright/test";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { stockFirefox } from "../../scripts/lib/machine.mjs";
import { doMainJob } from "../support/main-job";
import { startWorld, type World } from "../support/world";
import { handOn } from "./hand";

let world: World;
let browser: Browser | undefined;
beforeAll(async () => {
  world = await startWorld();
});
afterEach(() => browser?.close());
afterAll(() => world?.close());

it.each([
  ["with", true, "Żółta Łódź", "00777"],
  ["without", false, "Źdźbło i Syn", "00778"],
])("Stock Firefox does the main job %s JavaScript", async (_how, hasScripts, name, mpk) => {
  // BiDi can't turn JavaScript off for a page; the profile can for the whole browser.
  const firefoxUserPrefs = { "javascript.enabled": hasScripts };
  browser = await firefox.launch({ ...stockFirefox(), firefoxUserPrefs, timeout: 120_000 });
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  await doMainJob(handOn(page), world, name, mpk);
  // A page's script tells the server that it runs.
  const told = (await page.context().cookies()).filter((cookie) => cookie.name === "scripts");
  expect(told.map(({ value }) => value)).toEqual(hasScripts ? ["on"] : []);
});
