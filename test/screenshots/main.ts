import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium } from "@playwright/test";
import { findChromium } from "../../scripts/lib/machine.mjs";
import ensureBuild from "../support/build";
import { keepSheets } from "../support/sheets";
import { startWorld, type World } from "../support/world";
import { liveThrough, type Scene, scenes } from "./scenes";

/*
 * `npm run screenshots`: every screen, light and dark, on a phone, a tablet and a desk, as one
 * contact sheet per theme (docs/screenshots/{light,dark}.jpg), and the list alone (sellers.png).
 * `npm run screenshots -- job history` only takes these scenes, and leaves them in a folder.
 */
const VIEWPORTS = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];
const OUT = "docs/screenshots";

type Theme = "light" | "dark";
type Shot = { scene: string; width: number; file: string };

async function signedIn(browser: Browser, world: World, who: Scene["who"] = "franchisee"): Promise<BrowserContext> {
  const session = world.browser();
  // A browser's first page has the system's font, but the pictures should show ours.
  await keepSheets(session);
  if (who !== "anonymous") await session.signIn(world.sandbox.accounts[who]);
  const cookies = session.cookies.pairs(new URL(world.appUrl)).map((pair) => ({ ...pair, url: world.appUrl }));
  const context = await browser.newContext({ locale: "pl-PL", timezoneId: "Europe/Warsaw" });
  await context.addCookies(cookies);
  return context;
}

async function take(scene: Scene, world: World, context: BrowserContext, folder: string, colorScheme: Theme) {
  const shots: Shot[] = [];
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  for (const viewport of VIEWPORTS) {
    await page.setViewportSize(viewport);
    const file = join(folder, `${scene.name}-${colorScheme}-${viewport.width}.png`);
    try {
      await page.goto(new URL(scene.path, world.appUrl).href);
      await page.waitForLoadState("networkidle");
      await scene.act?.({ page, world });
      await page.waitForLoadState("networkidle");
      // The bar of a slow navigation stays for a moment.
      await page.locator("[aria-hidden][data-mounted]").waitFor({ state: "detached" });
    } catch (error) {
      console.error(`${scene.name} at ${viewport.width}: ${(error as Error).message.split("\n", 1)[0]}`);
    }
    await page.screenshot({ path: file, animations: "disabled" });
    shots.push({ scene: scene.name, width: viewport.width, file });
  }
  await page.close();
  return shots;
}

/** Puts all pictures of a theme, each with its name, into one JPEG. */
async function contactSheet(browser: Browser, shots: Shot[], theme: Theme): Promise<void> {
  const figures = await Promise.all(
    shots.map(async ({ scene, width, file }) => {
      const image = (await readFile(file)).toString("base64");
      return `<figure style="width:${width / 4}px"><img width="${width / 4}" src="data:image/png;base64,${image}"><figcaption>${scene} ${width}</figcaption></figure>`;
    }),
  );
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 }, deviceScaleFactor: 1.5 });
  const colours = theme === "dark" ? "#000;color:#ccc" : "#ddd;color:#222";
  await page.setContent(
    `<style>body{display:flex;flex-wrap:wrap;gap:12px;align-items:end;margin:12px;font:11px sans-serif;background:${colours}}figure{margin:0}</style>${figures.join("")}`,
  );
  await page.screenshot({ path: `${OUT}/${theme}.jpg`, fullPage: true, type: "jpeg", quality: 60 });
  await page.close();
}

await ensureBuild();
const folder = await mkdtemp(join(tmpdir(), "panel-screenshots-"));
const env = { STYLE_GUIDE: "on" };
const full = await startWorld({ env });
const empty = await startWorld({ env, sandbox: { sellers: { count: 0 } } });
// LANGUAGE makes Chromium's own words Polish, such as those of the file chooser.
const browser = await chromium.launch({ executablePath: findChromium(), env: { ...process.env, LANGUAGE: "pl" } });
const wanted = process.argv.slice(2);
try {
  await liveThrough(full);
  const contexts = new Map<string, BrowserContext>();
  for (const theme of ["light", "dark"] as const) {
    const shots: Shot[] = [];
    for (const scene of scenes.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
      const world = scene.isEmpty ? empty : full;
      const key = `${scene.who} ${scene.isEmpty}`;
      const context = contexts.get(key) ?? (await signedIn(browser, world, scene.who));
      contexts.set(key, context);
      shots.push(...(await take(scene, world, context, folder, theme)));
    }
    if (wanted.length === 0) await contactSheet(browser, shots, theme);
  }
  if (wanted.length === 0) {
    const page = await contexts.get("undefined undefined")!.newPage();
    await page.setViewportSize(VIEWPORTS.at(-1)!);
    await page.goto(`${full.appUrl}/sellers`, { waitUntil: "networkidle" });
    await page.screenshot({ path: `${OUT}/sellers.png` });
  }
} finally {
  await browser.close();
  await Promise.all([full.close(), empty.close()]);
  if (wanted.length > 0) console.info(folder);
  else await rm(folder, { recursive: true, force: true });
}
