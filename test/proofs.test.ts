import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

/** The titles of README's list of promises. */
const promisesOf = (readme: string) =>
  [...readme.split("\n## ", 1)[0]!.matchAll(/^- \*\*(.+?)[:.]?\*\*/gm)].map(([, title]) => title as string);

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

/** `file`: title, as the last column of a table names it; several stand apart by a middle dot. */
function proofsOf(page: string) {
  return read(page)
    .split("\n")
    .filter((line) => line.startsWith("| ") && !line.startsWith("|---"))
    .map((line) => line.split(" | ").at(-1)?.replace(/ \|$/, "") ?? "")
    .flatMap((column) => column.split(" · "))
    .flatMap((entry) => {
      const match = /^`([^`]+)`: (.+)$/.exec(entry.trim());
      return match ? [{ file: match[1] as string, title: match[2] as string }] : [];
    });
}

/** Which tests each page names as its proofs, and how many at least. */
const pages = [
  { page: "docs/security.md", least: 60 },
  { page: "docs/product.md", least: 35 },
];

describe.each(pages)("$page", ({ page, least }) => {
  const named = proofsOf(page);

  test("names tests", () => expect(named.length).toBeGreaterThan(least));

  test.each(named)("$file: $title", ({ file, title }) => {
    const path = file.includes("/") ? file : `test/integration/${file}.test.ts`;
    expect(read(path)).toContain(title);
  });
});

describe("README's promises", () => {
  const promises = promisesOf(read("README.md"));
  const rows = read("docs/product.md").split("\n");

  test("are read", () => expect(promises.length).toBeGreaterThan(4));

  test.each(promises)("%s: is proven", (promise) => {
    const row = rows.find((line) => line.startsWith(`| ${promise}`));
    expect(row, "a row of docs/product.md §12 that begins so").toMatch(/ \| `[^`]+`: /);
  });
});
