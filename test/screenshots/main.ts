import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { findChromium } from "../../scripts/lib/machine.mjs";
import buildOnce from "../support/build";
import { startWorld, type World } from "../support/world";
import { liveThrough, type Scene, scenes } from "./scenes";

/*
 * Every screen, light and dark, on a phone, a tablet and a desk, into one contact sheet per theme:
 *
 *   npm run screenshots                                   docs/screenshots/{light,dark}.jpg
 *   npm run screenshots -- --only list,detail --widths 390 --themes dark --out FOLDER
 *                                                          single pictures of some, and no sheet
 */
const HEIGHTS: Record<number, number> = { 320: 640, 390: 844, 768: 1024, 1024: 768, 1440: 900 };
const only = argument("only")?.split(",");
const widths = (argument("widths") ?? "390,768,1440").split(",").map(Number);
const themes = (argument("themes") ?? "light,dark").split(",") as ("light" | "dark")[];
const out = argument("out");
const script = !process.argv.includes("--no-js");

function argument(name: string): string | undefined {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1];
}

type Shot = { scene: string; width: number; file: string };

/** A browser's first page shows the system's font; a picture is to show ours. */
async function pastFirstPage(page: Page, { appUrl }: World): Promise<void> {
  await page.goto(new URL("/privacy", appUrl).href);
  const version = await page.locator("style[data-sheets]").getAttribute("data-version");
  if (version) await page.context().addCookies([{ name: "sheets", value: version, url: appUrl }]);
}

async function signedIn(browser: Browser, world: World, who: Scene["who"]): Promise<BrowserContext> {
  const context = await browser.newContext({
    locale: "pl-PL",
    timezoneId: "Europe/Warsaw",
    reducedMotion: "reduce",
    javaScriptEnabled: script,
  });
  const page = await context.newPage();
  await pastFirstPage(page, world);
  if (who === "anonymous") {
    await page.close();
    return context;
  }
  const { login, password } = world.sandbox.accounts[who ?? "franchisee"];
  await page.goto(world.appUrl);
  await page.getByLabel("Login").fill(login);
  await page.getByLabel("Hasło").fill(password);
  await page.getByRole("button", { name: "Zaloguj się" }).click();
  await page.waitForURL((url) => url.origin === world.appUrl && !/^\/auth($|\/login)/.test(url.pathname));
  await page.close();
  return context;
}

async function take(scene: Scene, world: World, context: BrowserContext, folder: string, theme: string) {
  const shots: Shot[] = [];
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  await page.emulateMedia({ colorScheme: theme as "light" | "dark", reducedMotion: "reduce" });
  for (const width of widths) {
    await page.setViewportSize({ width, height: HEIGHTS[width] ?? 900 });
    const file = join(folder, `${scene.name}-${theme}-${width}.png`);
    try {
      await page.goto(new URL(scene.path, world.appUrl).href);
      await page.waitForLoadState("networkidle");
      await scene.act?.({ page, world });
      await page.waitForLoadState("networkidle");
    } catch (error) {
      console.error(`${scene.name} at ${width}: ${(error as Error).message.split("\n", 1)[0]}`);
    }
    await page.screenshot({ path: file });
    shots.push({ scene: scene.name, width, file });
  }
  await page.close();
  return shots;
}

/** All pictures of a theme beside each other, each with its name, as one JPEG. */
async function contactSheet(browser: Browser, shots: Shot[], theme: string, file: string): Promise<void> {
  const figures = await Promise.all(
    shots.map(async (shot) => {
      const image = (await readFile(shot.file)).toString("base64");
      const { scene, width } = shot;
      return `<figure style="width:${width / 4}px"><img width="${width / 4}" src="data:image/png;base64,${image}"><figcaption>${scene} ${width}</figcaption></figure>`;
    }),
  );
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 }, deviceScaleFactor: 1.5 });
  const colours = theme === "dark" ? "#000;color:#ccc" : "#ddd;color:#222";
  await page.setContent(
    `<style>body{display:flex;flex-wrap:wrap;gap:12px;align-items:end;margin:12px;font:11px sans-serif;background:${colours}}figure{margin:0}</style>${figures.join("")}`,
  );
  await page.screenshot({ path: file, fullPage: true, type: "jpeg", quality: 60 });
  await page.close();
}

async function main(): Promise<void> {
  await buildOnce();
  const folder = out ?? (await mkdtemp(join(tmpdir(), "panel-screenshots-")));
  await mkdir(folder, { recursive: true });
  const env = { STYLE_GUIDE: "on" };
  const [full, empty] = await Promise.all([
    startWorld({ env }),
    startWorld({ env, sandbox: { sellers: { count: 0 } } }),
  ]);
  const browser = await chromium.launch({ executablePath: findChromium() });
  try {
    const contexts = new Map<string, BrowserContext>();
    const contextOf = async (scene: Scene) => {
      const key = `${scene.who ?? "franchisee"} ${scene.empty ?? ""}`;
      const known = contexts.get(key) ?? (await signedIn(browser, scene.empty ? empty : full, scene.who));
      contexts.set(key, known);
      return known;
    };
    const page = await (await contextOf({ name: "", path: "/" })).newPage();
    page.setDefaultTimeout(20_000);
    await liveThrough({ page, world: full }).catch((error: Error) =>
      console.error(`living through: ${error.message.split("\n", 3).join(" ")}`),
    );
    await page.close();
    for (const theme of themes) {
      const shots: Shot[] = [];
      for (const scene of scenes) {
        if (only && !only.includes(scene.name)) continue;
        shots.push(...(await take(scene, scene.empty ? empty : full, await contextOf(scene), folder, theme)));
      }
      if (out) continue;
      await mkdir("docs/screenshots", { recursive: true });
      await contactSheet(browser, shots, theme, `docs/screenshots/${theme}.jpg`);
    }
    if (!out) await writeFile("docs/screenshots/README.md", README);
  } finally {
    await browser.close();
    await Promise.all([full.close(), empty.close()]);
    if (!out) await rm(folder, { recursive: true, force: true });
  }
}

const README = `# Screenshots

Every screen at 390, 768 and 1440 px, full, empty and in error, made by \`npm run screenshots\` from the built app:
[light](light.jpg), [dark](dark.jpg).
`;

await main();
