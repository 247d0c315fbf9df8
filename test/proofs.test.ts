import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

/** Reads `file.test.ts: Title · Title` from the last column of tables, and from lists. */
function proofsOf(page: string) {
  return read(page)
    .split("\n")
    .filter((line) => /^(?:\| |- `)/.test(line))
    .map(
      (line) =>
        line
          .replace(/^- | \|$/g, "")
          .split(" | ")
          .at(-1) ?? "",
    )
    .flatMap(proofsIn);
}

/** A title without a file belongs to the file that was named last. */
function proofsIn(entries: string) {
  let file: string | undefined;
  return entries.split(" · ").flatMap((entry) => {
    const match = /^(?:`([^`]+)`: )?(.+)$/.exec(entry.trim());
    file = match?.[1] ?? file;
    return match && file ? [{ file, title: match[2] as string }] : [];
  });
}

/** The pages that name tests as their proofs, and how many they name at least. */
const pages = [
  { page: "docs/security.md", least: 60 },
  { page: "docs/product.md", least: 35 },
];

test.each(pages)("Every test that $page names exists", ({ page, least }) => {
  const named = proofsOf(page);
  expect(named.length).toBeGreaterThan(least);
  const missing = named.filter(({ file, title }) => {
    const path = file.includes("/") ? file : `test/integration/${file}.test.ts`;
    return !read(path).includes(title);
  });
  expect(missing).toEqual([]);
});
