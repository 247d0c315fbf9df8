import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import enUS from "~/i18n/en-US";
import pl from "~/i18n/pl";
import { root } from "../../scripts/lib/project.mjs";

const assets = join(root, "build/client/assets");
const css = readdirSync(assets)
  .filter((name) => name.endsWith(".css"))
  .map((name) => readFileSync(join(assets, name), "utf8"))
  .join("\n");

/** The codes of the letters that the two small files have. */
const ranges = [...css.matchAll(/@font-face\s*{([^}]*)}/g)]
  .map(([, rule = ""]) => rule)
  .filter((rule) => /url\(["']?\/assets\/inter-(basic|polish)-/.test(rule))
  .flatMap((rule) => rangesOf(/unicode-range:([^;}]+)/i.exec(rule)?.[1] ?? ""));

function rangesOf(text: string): [first: number, last: number][] {
  return text.split(",").map((part) => {
    const code = part.trim().slice(2);
    if (code.includes("?"))
      return [Number.parseInt(code.replaceAll("?", "0"), 16), Number.parseInt(code.replaceAll("?", "F"), 16)];
    const [first = 0, last = first] = code.split("-").map((hex) => Number.parseInt(hex, 16));
    return [first, last];
  });
}

const isHeld = (letter: string) =>
  ranges.some(([from, to]) => from <= (letter.codePointAt(0) ?? 0) && (letter.codePointAt(0) ?? 0) <= to);

it("The small fonts have every letter of Polish and English pages", () => {
  const letters = new Set(`${JSON.stringify([pl, enUS])}←→`);
  expect(letters.size).toBeGreaterThan(90);
  // ⌘, the key of Macs, is in none of the files.
  expect([...letters].filter((letter) => !isHeld(letter))).toEqual(["⌘"]);
  const alphabet = "AĄBCĆDEĘFGHIJKLŁMNŃOÓPQRSŚTUVWXYZŹŻaąbcćdeęfghijklłmnńoópqrsśtuvwxyzźż0123456789";
  expect([...alphabet].filter((letter) => !isHeld(letter))).toEqual([]);
});
