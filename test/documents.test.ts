import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { expect, test } from "vitest";
import { root } from "../scripts/lib/project.mjs";

const pages = ["", "docs", "test"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: folder === "docs", encoding: "utf8" })
    .filter((path) => path.endsWith(".md"))
    .map((path) => posix.join(folder, path)),
);

/** Returns our files that a page names in backquotes, and the files to which its links lead. */
function namedBy(page: string): string[] {
  const text = readFileSync(join(root, page), "utf8");
  const paths = [...text.matchAll(/`((?:app|docs|scripts|test)\/[\w./-]+?)\/?`/g)].map(([, path = ""]) => path);
  const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)/g)].map(([, target = ""]) =>
    posix.join(dirname(page), target),
  );
  return [...paths, ...links];
}

test.each(pages)("The page %s names files that exist", (page) => {
  expect(namedBy(page).filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
