import { readdirSync, readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { expect, it } from "vitest";
import { root } from "../scripts/lib/project.mjs";

type File = { path: string; text: string };

const app = join(root, "app");
const files: File[] = readdirSync(app, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(?:css|tsx?)$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
  .map((path) => ({ path: relative(root, path), text: readFileSync(path, "utf8") }));
const modules = files.filter(({ path }) => path.endsWith(".module.css"));
const sources = files.filter(({ path }) => !path.endsWith(".css"));

/** The classes that a style module defines. */
function classesOf(css: string): string[] {
  const bare = css.replace(/\/\*[\s\S]*?\*\/|"[^"]*"|:global\([^)]*\)/g, "");
  return [...new Set([...bare.matchAll(/\.([a-zA-Z_][\w-]*)(?=[^{}]*\{)/g)].map(([, name = ""]) => name))];
}

/** Those of them that no module of the app names. */
function unusedOf(module: File, users: File[]): string[] {
  const named = users.map(({ text }) => {
    const as = new RegExp(`import (\\w+) from "[^"]*${basename(module.path).replaceAll(".", "\\.")}"`).exec(text)?.[1];
    if (!as) return () => false;
    const passedOn = new RegExp(`\\b${as}\\[|=\\{${as}\\}|\\.\\.\\.${as}\\b`).test(text);
    return (name: string) => passedOn || new RegExp(`\\b${as}\\.${name}\\b`).test(text);
  });
  return classesOf(module.text).filter((name) => !named.some((isNamed) => isNamed(name)));
}

it("Every class of a style module is used", () => {
  expect(modules.length).toBeGreaterThan(5);
  const unused = modules.flatMap((module) => unusedOf(module, sources).map((name) => `${module.path}: .${name}`));
  expect(unused).toEqual([]);
});
