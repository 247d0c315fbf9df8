import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../scripts/lib/project.mjs";
import { appSources } from "./support/app-sources";

const read = (path: string) => readFileSync(join(root, path), "utf8");
const sources = appSources().map(({ file }) => ({ file, text: read(file) }));

/** Each name in the rows of the table, as they stand between backticks. */
const table = read("docs/security.md").split("\n## What is kept")[1] ?? "";
const architecture = read("docs/architecture.md");
const told = new Set([...table.matchAll(/`([^`]+)`/g)].map(([, name]) => name));

/** What the patterns catch in those files. */
function namesIn(where: (file: string, text: string) => boolean, ...patterns: RegExp[]): string[] {
  const texts = sources.filter(({ file, text }) => where(file, text)).map(({ text }) => text);
  const found = patterns.flatMap((pattern) =>
    texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name]) => name)),
  );
  return [...new Set(found as string[])].sort();
}

const kept = {
  cookies: namesIn(
    () => true,
    /COOKIE\w* = "([\w-]+)"/g,
    /document\.cookie\s*=\s*\\?["`]([\w-]+)=/g,
    /readCookies\([^\n]*\)\.get\("([\w-]+)"\)/g,
    /slotName = .*`([\w-]+)\$/g,
  ),
  "what scripts keep": namesIn(
    (_file, text) => /(?:session|local)Storage|next-document"/.test(text),
    /"(panel:[\w:-]+)"/g,
    /HANDED_OVER = "([\w-]+)"/g,
    /Storage\.setItem\("([^"]+)"/g,
  ),
  "tables of the database": namesIn(
    (file) => file === "app/.server/db/schema.ts",
    /^ {2}([a-z_]+): (?!Flag)[A-Z][A-Za-z]+;$/gm,
  ),
};

test.each([
  ["cookies", 8],
  ["what scripts keep", 3],
  ["tables of the database", 15],
] as const)("All names stand in docs/security.md with purpose and time: %s", (which, least) => {
  const names = kept[which];
  expect(names.length).toBeGreaterThanOrEqual(least);
  expect(names.filter((name) => !told.has(name))).toEqual([]);
});

test("Every table of the database stands in the table of docs/architecture.md", () => {
  const names = kept["tables of the database"];
  expect(names.filter((name) => !architecture.includes(`\n| \`${name}\` |`))).toEqual([]);
});

test("Nothing is kept in localStorage, in a cache or by a worker", () => {
  const keeping = /\blocalStorage\b|\bcaches\.|\bindexedDB\b|serviceWorker/;
  expect(sources.filter(({ text }) => keeping.test(text)).map(({ file }) => file)).toEqual([]);
});

test("Each name of the table is one of the code", () => {
  const all = sources.map(({ text }) => text).join("\n");
  const own = [...told].filter(
    (name): name is string => /^[a-z][\w-]*[:-]?$/.test(name ?? "") && !/\d$/.test(name ?? ""),
  );
  // Remix's own.
  const foreign = new Set(["positions"]);
  const gone = own.filter((name) => !foreign.has(name) && !all.includes(name.replace(/[:-]$/, "")));
  expect(own.length).toBeGreaterThan(25);
  expect(gone).toEqual([]);
});
