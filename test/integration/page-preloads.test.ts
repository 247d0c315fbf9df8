import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { root } from "../../scripts/lib/project.mjs";
import type { Page } from "../support/page";
import { keepSheets } from "../support/sheets";
import { startWorld, type World } from "../support/world";

let world: World;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

/** The files that a page's header names: `root.css`, `css preload; as=style`. */
function namedIn({ headers }: Page): { file: string; how: string }[] {
  const named = (headers.get("link") ?? "").matchAll(/<\/assets\/([^>]+)-[\w-]{8}\.(\w+)>; rel=([^,]+)/g);
  return [...named].map(([, name, kind, rel]) => ({ file: `${name}.${kind}`, how: `${kind} ${rel}` }));
}

it("a browser's first page holds its sheets, links none of them, and names its scripts alone", async () => {
  const browser = world.browser();
  await browser.signIn(world.sandbox.accounts.franchisee);
  for (const path of ["/sellers", "/en-US/history", "/no/such/page"]) {
    for (const had of [undefined, "", "otherbld"]) {
      if (had !== undefined) browser.cookies.set(new URL(world.appUrl), "sheets", had);
      const page = await browser.get(path);
      expect(new Set(namedIn(page).map(({ how }) => how))).toEqual(new Set(["js modulepreload"]));
      const style = /<style nonce="[^"]+" data-sheets="([^"]+)" data-version="\w+">([\s\S]+?)<\/style>/.exec(page.text);
      const built = (style?.[1] ?? "").split(" ").map((href) => readFileSync(join(root, "build/client", href), "utf8"));
      expect(built[0]?.length).toBeGreaterThan(50_000);
      expect(style?.[2]).toBe(built.join("\n"));
      const linked = [...page.text.matchAll(/<link rel="stylesheet" href="([^"]+)"([^>]*)>/g)];
      expect(linked.map(([, href, rest]) => `${href}${rest}`)).toEqual(
        (style?.[1] ?? "").split(" ").map((href) => `${href} disabled=""/`),
      );
    }
  }
});

it("a page's answer names its files in the order in which they are waited for", async () => {
  const browser = world.browser();
  await browser.signIn(world.sandbox.accounts.franchisee);
  await keepSheets(browser);
  for (const [path, own] of [
    ["/sellers", ["list.route"]],
    ["/history", ["words-pl-history", "history.route"]],
    ["/en-US/history", ["words-en-US-history", "history.route"]],
  ] as const) {
    const page = await browser.get(path);
    const named = namedIn(page);
    const files = named.map(({ file }) => file);
    const fonts = ["inter-basic.woff2", "inter-polish.woff2"];
    const sheets = files.filter((file) => file.endsWith(".css"));
    const words = path.startsWith("/en-US") ? "words-en-US.js" : "words-pl.js";
    expect(sheets).toContain("root.css");
    expect(named.map(({ how }) => how)).toEqual([
      ...sheets.map(() => "css preload; as=style"),
      ...fonts.map(() => 'woff2 preload; as=font; type="font/woff2"; crossorigin'),
      ...files.slice(sheets.length + fonts.length).map(() => "js modulepreload"),
    ]);
    expect(files.slice(sheets.length, sheets.length + 5)).toEqual([...fonts, "libraries.js", "root.js", words]);
    expect(files).toEqual(expect.arrayContaining(own.map((name) => `${name}.js`)));
    expect(new Set(files).size).toBe(files.length);

    const header = page.headers.get("link") ?? "";
    // nginx takes headers of 4 kB in all unless told otherwise.
    expect(header.length).toBeLessThan(1_000);
    const inPage = [...page.text.matchAll(/<link rel="(?:modulepreload|stylesheet)" href="([^"]+)"/g)].map(
      ([, href]) => href,
    );
    expect(inPage.length).toBeGreaterThan(5);
    expect(inPage.filter((href) => !header.includes(`<${href}>`))).toEqual([]);
  }
});
