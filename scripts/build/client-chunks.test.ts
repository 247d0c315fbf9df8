import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../lib/project.mjs";
import { chunkOf, namedInVain } from "./client-chunks";

const app = join(root, "app");
const ROOT = join(app, "root.tsx");
const PAGES = ["sellers/list/list.route.tsx", "home/home.route.tsx"].map((path) => join(app, path));
const modules = readdirSync(app, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.(tsx?|css)$/.test(path))
  .map((path) => join(app, path));

it("what lies together is there and loaded by more than one page", () => {
  expect(namedInVain(modules, (id) => (PAGES.includes(id) ? [] : PAGES))).toEqual([]);
  expect(namedInVain(modules, (id) => (id === ROOT ? [] : [ROOT]))).toEqual([]);
});

it("a file that is gone, and a folder that is empty, is named in vain", () => {
  const gone = [join(app, "domain/undo.ts"), join(app, "sellers/history/changes")];
  const left = modules.filter((id) => !gone.some((path) => id.startsWith(path)));
  expect(namedInVain(left, () => PAGES).sort()).toEqual(gone.sort());
});

it("a script that one page alone loads, also by way of others, is named in vain; a style sheet isn't", () => {
  const undo = join(app, "domain/undo.ts");
  const sheet = join(app, "keyboard/keyboard.module.css");
  const only = join(app, "sellers/history/history-page.tsx");
  const importersOf = (id: string) => {
    if (id === undo || id === sheet) return [only];
    if (id === only) return PAGES.slice(0, 1);
    return PAGES.includes(id) ? [] : PAGES;
  };
  expect(namedInVain(modules, importersOf)).toEqual([undo]);
});

it("a folder's own files lie in its chunk, one that is named for itself in another", () => {
  const chunk = (path: string) => chunkOf(join(app, path));
  expect(chunk("ui/data/counts.tsx")).toBe("work");
  expect(chunk("ui/data/progress.tsx?used")).toBe("rare");
  expect(chunk("sellers/history/history-list.tsx")).toBeUndefined();
});
