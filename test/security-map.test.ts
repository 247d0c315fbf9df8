import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const map = readFileSync(new URL("../docs/security.md", import.meta.url), "utf8");

/** `file`: title, as the last column of a table names it; several stand apart by a middle dot. */
const named = map
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("|---"))
  .map((line) => line.split(" | ").at(-1)?.replace(/ \|$/, "") ?? "")
  .flatMap((column) => column.split(" · "))
  .flatMap((entry) => {
    const match = /^`([^`]+)`: (.+)$/.exec(entry.trim());
    return match ? [{ file: match[1] as string, title: match[2] as string }] : [];
  });

test("the map of docs/security.md names tests", () => {
  expect(named.length).toBeGreaterThan(60);
});

test.each(named)("$file: $title", ({ file, title }) => {
  const path = file.includes("/") ? `../${file}` : `./integration/${file}.test.ts`;
  expect(readFileSync(new URL(path, import.meta.url), "utf8")).toContain(title);
});
