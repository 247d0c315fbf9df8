import { gzipSync } from "node:zlib";
import { beforeAll, expect, it } from "vitest";
import { keepSheets } from "../support/sheets";
import { giveWorld } from "./support/given-world";

/*
 * What a browser with an empty cache may load for a screen: scripts (without texts) and styles in kB
 * (1,000 bytes) as they are sent in Brotli, and the number of files of each kind. Each limit is what
 * the screen needs today and a little more (docs/performance.md).
 */
const BUDGETS: [screen: string, path: string, js: number, css: number, files: Files][] = [
  ["list", "/sellers?size=50", 119.4, 14.5, { js: 6, words: 1, css: 2 }],
  ["seller", "", 114.4, 11.7, { js: 7, words: 2, css: 2 }],
  ["dashboard", "/", 116.2, 12.8, { js: 8, words: 3, css: 3 }],
  ["form", "/sellers/new", 126.2, 12.6, { js: 9, words: 1, css: 2 }],
  ["history", "/history", 117.8, 12.6, { js: 8, words: 2, css: 3 }],
  ["import", "/sellers/import", 115.4, 12.1, { js: 7, words: 2, css: 2 }],
  ["preferences", "/preferences", 114.4, 12.6, { js: 7, words: 2, css: 2 }],
  ["profile", "/profile", 111.5, 11.3, { js: 6, words: 2, css: 1 }],
  ["help", "/help", 112.8, 12.6, { js: 7, words: 2, css: 2 }],
];
/** Limits for a page's texts, and for the fonts of every page. */
const WORDS_KB = 7.6;
const FONTS_KB = 27;

type Files = { js: number; words: number; css: number };

const { world, browser } = giveWorld();
let cookie: string;
/** The cookies of a browser that has none of the build's files. */
let firstCookie: string;

beforeAll(async () => {
  firstCookie = browser.cookieHeader;
  await keepSheets(browser);
  cookie = browser.cookieHeader;
});

it.each(BUDGETS)("The %s loads no more than its budget", async (screen, path, js, css, files) => {
  const seller = () => world.sandbox.control.sellers()[0]?.id;
  const weight = await weigh(`${world.appUrl}${path || `/sellers/${seller()}`}`, cookie);
  // A page whose scripts, styles or texts weren't found must not pass as a light one.
  expect(weight.js).toBeGreaterThan(80_000);
  expect(weight.css).toBeGreaterThan(5_000);
  expect(weight.words).toBeGreaterThan(2_000);
  const { fonts, ...others } = weight.files;
  expect({ screen, ...others }).toEqual({ screen, ...files });
  expect(fonts).toBe(2);
  expect(weight.fonts / 1_000).toBeLessThan(FONTS_KB);
  expect(weight.words / 1_000).toBeLessThan(WORDS_KB);
  expect({ js: weight.js / 1_000, css: weight.css / 1_000 }).toSatisfy(
    (kB: { js: number; css: number }) => kB.js <= js && kB.css <= css,
    `at most ${js} kB of script and ${css} kB of style`,
  );
});

it("A first list brings its styles with it in a page that is sent first", async () => {
  const { files, css, html } = await weigh(`${world.appUrl}/sellers?size=50`, firstCookie);
  expect({ css, sheets: files.css, fonts: files.fonts }).toEqual({ css: 0, sheets: 0, fonts: 2 });
  expect(html / 1_000).toBeGreaterThan(20);
  // What a network of 180 kB a second sends in half a round trip (of 562 ms), and half as much again
  // for longer names.
  expect(html / 1_000).toBeLessThan(40);
});

/**
 * Bytes as they are sent in Brotli (HTML in gzip), and the number of files. `words` are the modules
 * with the page's texts, which `js` leaves out.
 */
type Weight = Record<"js" | "words" | "css" | "fonts" | "html", number> & {
  files: Record<"js" | "words" | "css" | "fonts", number>;
};

/**
 * Weighs what a browser with an empty cache loads for a page: the files that its header and HTML
 * name, and their imports.
 */
async function weigh(url: string, cookie: string): Promise<Weight> {
  const answer = await fetch(url, { headers: { cookie } });
  const html = await answer.text();
  const { origin } = new URL(url);
  const named = [
    ...(answer.headers.get("link") ?? "").matchAll(/<(\/[^>]+)>/g),
    ...html.matchAll(/ (?:src|href)="(\/[^"]+\.(?:js|css|woff2))"(?! disabled)/g),
    ...html.matchAll(/(?:from|import)\s*\(?["'](\/[^"']+\.js)["']/g),
  ].map((match) => match[1] as string);
  const files = { js: 0, words: 0, css: 0, fonts: 0 };
  const weight: Weight = { ...files, html: gzipSync(html).length, files };
  for (const path of new Set(named)) {
    const file = await fetch(origin + path, { headers: { "Accept-Encoding": "br, gzip" } });
    const bytes = Buffer.from(await file.arrayBuffer());
    const kind = kindOf(path);
    // A server that compresses a file for each request sends no Content-Length.
    weight[kind] += Number(file.headers.get("content-length")) || gzipSync(bytes, { level: 9 }).length;
    weight.files[kind] += 1;
  }
  return weight;
}

function kindOf(path: string): keyof Weight["files"] {
  if (path.endsWith(".css")) return "css";
  if (path.endsWith(".woff2")) return "fonts";
  return path.includes("/words-") ? "words" : "js";
}
