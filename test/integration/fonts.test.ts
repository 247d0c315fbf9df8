import { readdirSync, readFileSync, statSync } from "node:fs";
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

/** The faces as the built sheet orders them: a file, and the codes of its letters. */
const rules = [...css.matchAll(/@font-face\s*{([^}]*)}/g)].map(([, rule = ""]) => rule);
const faces = rules
  .filter((rule) => rule.includes("url("))
  .map((rule) => ({
    file: /url\(["']?\/assets\/([^)"']+)/.exec(rule)?.[1] ?? "",
    weights: /font-weight:([^;}]+)/.exec(rule)?.[1]?.trim(),
    display: /font-display:([^;}]+)/.exec(rule)?.[1]?.trim(),
    range: rangesOf(/unicode-range:([^;}]+)/i.exec(rule)?.[1] ?? ""),
  }));

function rangesOf(text: string): [first: number, last: number][] {
  return text.split(",").map((part) => {
    const code = part.trim().slice(2);
    if (code.includes("?"))
      return [Number.parseInt(code.replaceAll("?", "0"), 16), Number.parseInt(code.replaceAll("?", "F"), 16)];
    const [first = 0, last = first] = code.split("-").map((hex) => Number.parseInt(hex, 16));
    return [first, last];
  });
}

const small = faces.filter(({ file }) => /^inter-(basic|polish)-/.test(file));
const full = faces.filter(({ file }) => /^inter-latin-/.test(file));
const holds = (some: typeof faces, letter: string) =>
  some.some(({ range }) =>
    range.some(([from, to]) => from <= (letter.codePointAt(0) ?? 0) && (letter.codePointAt(0) ?? 0) <= to),
  );

it("The fonts are two small files and two full ones of one weight range", () => {
  expect(small.map(({ display }) => display)).toEqual(["optional", "optional"]);
  expect(full.map(({ display }) => display)).toEqual(["swap", "swap"]);
  expect(new Set(faces.map(({ weights }) => weights)).size).toBe(1);
  const standIns = rules.filter((rule) => rule.includes("local("));
  expect(standIns.map((rule) => /size-adjust:/.test(rule) && /ascent-override:/.test(rule))).toEqual([true, true]);
  const bytes = small.reduce((sum, { file }) => sum + statSync(join(assets, file)).size, 0);
  expect(bytes).toBeGreaterThan(15_000);
  expect(bytes).toBeLessThan(45_000);
});

it("The fonts have no letter twice", () => {
  const ranges = faces.flatMap(({ range }) => range).sort(([one], [other]) => one - other);
  expect(ranges.length).toBeGreaterThan(50);
  for (const [at, [from]] of ranges.entries()) expect(from).toBeGreaterThan(ranges[at - 1]?.[1] ?? -1);
});

it("The small fonts have every letter of Polish and English pages", () => {
  const letters = new Set(`${JSON.stringify([pl, enUS])}←→`);
  expect(letters.size).toBeGreaterThan(90);
  // The key of Macs is in none of the files.
  expect([...letters].filter((letter) => !holds(small, letter))).toEqual(["⌘"]);
  const alphabet = "AĄBCĆDEĘFGHIJKLŁMNŃOÓPQRSŚTUVWXYZŹŻaąbcćdeęfghijklłmnńoópqrsśtuvwxyzźż0123456789";
  expect([...alphabet].filter((letter) => !holds(small, letter))).toEqual([]);
});
