import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { describe, expect, it } from "vitest";
import { screens } from "~/route-table";
import { root } from "../scripts/lib/project.mjs";

/** What git doesn't track (.gitignore), at any depth. */
const UNTRACKED = new Set([
  ".git",
  "reports",
  ".stryker-tmp",
  "node_modules",
  "build",
  "data",
  ".cache",
  "test-results",
  "playwright-report",
]);
const TEXT = /\.(?:md|ts|tsx|mjs|js|css|json|yml|yaml)$|(?:^|\/)(?:Dockerfile|run|pre-commit|\.[a-z.]+)$/;

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (UNTRACKED.has(entry.name)) return [];
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

const read = (path: string) => readFileSync(join(root, path), "utf8");
const files = filesBelow("").filter((path) => TEXT.test(path) && !path.endsWith("package-lock.json"));
const pages = files.filter((path) => path.endsWith(".md"));

/** Lines that name a page which the repository doesn't hold. */
const foreign = (text: string) =>
  text.split("\n").filter((line) => /\b(?:SPEC|DESIGN|CASES|LAYOUT|WORDS)(?:\.md\b| §)/.test(line));

/**
 * Citations of a section, in whatever comment: `docs/product.md §4`, `docs/product.md §4 and §9`.
 */
const cited = (text: string) =>
  [...text.matchAll(/\b(docs\/[\w-]+\.md)((?:,? (?:and )?§\d+)+)/g)].flatMap(([, page = "", sections = ""]) =>
    [...sections.matchAll(/§(\d+)/g)].map(([, section = ""]) => ({ page, section })),
  );

const hasSection = (page: string, section: string) =>
  existsSync(join(root, page)) && new RegExp(`^## ${section}\\. `, "m").test(read(page));

/** Files of ours that a page names in backquotes, and what its links lead to. */
function namedBy(page: string, text: string): string[] {
  const paths = [...text.matchAll(/`((?:app|docs|scripts|test)\/[\w./-]+?)\/?`/g)].map(([, path = ""]) => path);
  const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)/g)].map(([, target = ""]) =>
    posix.join(dirname(page), target),
  );
  return [...paths, ...links];
}

describe("Citations", () => {
  it("No file cites a page that the repository doesn't hold", () => {
    expect(files.length).toBeGreaterThan(400);
    const found = files.flatMap((path) => foreign(read(path)).map((line) => `${path}: ${line.trim()}`));
    expect(found.filter((line) => !line.startsWith("test/documents.test.ts"))).toEqual([]);
  });

  it("Every cited section exists", () => {
    const missing = files.flatMap((path) =>
      cited(read(path))
        .filter(({ page, section }) => !hasSection(page, section))
        .map(({ page, section }) => `${path}: ${page} §${section}`),
    );
    expect(missing.filter((line) => !line.startsWith("test/documents.test.ts"))).toEqual([]);
  });

  it("A wrong citation is found", () => {
    expect(foreign("/** SPEC.md §3 */\nfine\n// (DESIGN.md §8)")).toHaveLength(2);
    expect(cited("docs/product.md §4 and §99, docs/none.md §1")).toEqual([
      { page: "docs/product.md", section: "4" },
      { page: "docs/product.md", section: "99" },
      { page: "docs/none.md", section: "1" },
    ]);
    expect(hasSection("docs/product.md", "4")).toBe(true);
    expect(hasSection("docs/product.md", "99")).toBe(false);
    expect(hasSection("docs/none.md", "1")).toBe(false);
  });
});

it.each(pages)("The page %s names files that exist", (page) => {
  expect(namedBy(page, read(page)).filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

it("A page that names a missing file is found", () => {
  expect(namedBy("docs/a.md", "`app/none.ts`, [b](../b.md#c), [out](https://example.pl)")).toEqual([
    "app/none.ts",
    "b.md",
  ]);
});

/**
 * The addresses in the first column of a page's first table, less their queries, with parameters as
 * routes have them.
 */
function addressesIn(text: string): string[] {
  const cells = [...text.matchAll(/^\| (`\/.*?) \| /gm)].map(([, cell = ""]) => cell);
  const paths = cells.flatMap((cell) => [...cell.matchAll(/`(\/[^`?]*)/g)].map(([, path = ""]) => path));
  return paths.map((path) => path.replace(/\{(\w+)\}/g, ":$1")).sort();
}

describe("The addresses of docs/product.md §2", () => {
  const section = read("docs/product.md").split("\n## ")[2] ?? "";

  it("The listed addresses are those of the route table, each once", () => {
    const own = screens.filter(({ name }) => name !== "not-found").map(({ path }) => `/${path}`);
    expect(addressesIn(section)).toEqual(own.sort());
  });

  it("The listed addresses are read whatever stands about them", () => {
    const rows = "| address | what |\n|---|---|\n| `/b/{id}?to=a\\|b` (also `/a`) | of `/none` |\nAs `/none` says.";
    expect(addressesIn(rows)).toEqual(["/a", "/b/:id"]);
  });
});
