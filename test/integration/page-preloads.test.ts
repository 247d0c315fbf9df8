import { afterAll, beforeAll, expect, it } from "vitest";
import { startWorld, type World } from "../support/world";

let world: World;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

it("a page's answer names its files in the order in which they are waited for", async () => {
  const browser = world.browser();
  await browser.signIn(world.sandbox.accounts.franchisee);
  for (const [path, own] of [
    ["/sellers", ["list.route"]],
    ["/history", ["words-pl-history", "history.route"]],
    ["/en-US/history", ["words-en-US-history", "history.route"]],
  ] as const) {
    const page = await browser.get(path);
    const named = [...(page.headers.get("link") ?? "").matchAll(/<\/assets\/([^>]+)-[\w-]{8}\.(\w+)>; rel=([^,]+)/g)];
    const files = named.map(([, name, kind]) => `${name}.${kind}`);
    const fonts = ["inter-basic.woff2", "inter-polish.woff2"];
    const sheets = files.filter((file) => file.endsWith(".css"));
    const words = path.startsWith("/en-US") ? "words-en-US.js" : "words-pl.js";
    expect(sheets).toContain("root.css");
    expect(named.map(([, , kind, rel]) => `${kind} ${rel}`)).toEqual([
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
