import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../../scripts/lib/project.mjs";
import type { Page } from "../support/page";
import { keepSheets } from "../support/sheets";
import { giveWorld } from "./support/given-world";

const { world } = giveWorld();

/** The files that a page's header names: `root.css`, `css preload; as=style`. */
function namedIn({ headers }: Page): { file: string; how: string }[] {
  const named = (headers.get("link") ?? "").matchAll(/<\/assets\/([^>]+)-[\w-]{8}\.(\w+)>; rel=([^,]+)/g);
  return [...named].map(([, name, kind, rel]) => ({ file: `${name}.${kind}`, how: `${kind} ${rel}` }));
}

/** The sheets that a page holds: their addresses, their text, and that text as the build has it. */
function sheetsIn({ text }: Page): { files: string[]; held: string | undefined; built: string } {
  const style = /<style nonce="[^"]+" data-sheets="([^"]+)" data-version="\w+">([\s\S]+?)<\/style>/.exec(text);
  const files = (style?.[1] ?? "").split(" ");
  const built = files.map((href) => readFileSync(join(root, "build/client", href), "utf8")).join("");
  return { files, held: style?.[2], built };
}

it("A first page holds its sheets also where a name says their placeholder", async () => {
  const { control, accounts } = world.sandbox;
  const [seller] = control.sellers();
  control.changeSeller(seller?.id ?? "", { displayName: "<sheets>" });
  const browser = world.browser();
  await browser.signIn(accounts.franchisee);
  for (const scripts of ["off", "on"]) {
    // With scripts a part of this page is streamed later.
    browser.setCookie("scripts", scripts);
    const page = await browser.get(`/sellers/${seller?.id}`);
    const { held, built } = sheetsIn(page);
    expect(held, scripts).toBe(built);
    expect(page.textOf("h1")).toBe("<sheets>");
    expect(page.text.endsWith("</script>") || page.text.endsWith("</html>"), scripts).toBe(true);
  }
});

it("A page's answer names its files in the order they are waited for", async () => {
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
    // nginx by default accepts response headers of 4 kB in all.
    expect(header.length).toBeLessThan(1_200);
    const inPage = [...page.text.matchAll(/<link rel="(?:modulepreload|stylesheet)" href="([^"]+)"/g)].map(
      ([, href]) => href,
    );
    expect(inPage.length).toBeGreaterThan(5);
    expect(inPage.filter((href) => !header.includes(`<${href}>`))).toEqual([]);
  }
});
