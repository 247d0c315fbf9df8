import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import pl from "~/i18n/pl";
import { routeId, screens } from "~/route-table";
import { ownNamespaces, sharedNamespaces } from "./page-namespaces";

const app = fileURLToPath(new URL("..", import.meta.url));
const layouts = ["layouts/default.tsx", "layouts/public.tsx", "layouts/style.tsx"];
/** Modules that say words loaded on demand, and the module that loads these words. */
const LOADED_BY: Record<string, string> = {
  "keyboard/palette.tsx": "keyboard/keyboard.tsx",
  "sellers/history/day-range.tsx": "sellers/history/day-range.tsx",
};
const later = Object.keys(LOADED_BY);

/**
 * What a browser loads with a module: its imports and theirs, the server's and the node_modules'
 * aside.
 */
function reach(path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path)) return seen;
  seen.add(path);
  const code = readFileSync(path, "utf8");
  for (const [, from = ""] of code.matchAll(/(?:from|import\()\s*"((?:~|\.{1,2})\/[^"]+)"/g)) {
    const base = from.startsWith("~/") ? join(app, from.slice(2)) : join(dirname(path), from);
    const found = [base, `${base}.tsx`, `${base}.ts`, `${base}/index.ts`].find(
      (file) => /\.tsx?$/.test(file) && existsSync(file),
    );
    const comesLater = later.some((file) => found === join(app, file));
    if (found && !comesLater && !/\/(\.server|i18n)\/|\.server\.tsx?$/.test(found)) reach(found, seen);
  }
  return seen;
}

const quoted = (list: string) => [...list.matchAll(/"([a-z]+)"/g)].map((match) => match[1] as string);
const askedBy = (path: string) => quoted(/ loadNamespaces\(([^)]*)\)/.exec(readFileSync(path, "utf8"))?.[1] ?? "");

/**
 * The namespaces that a module's components read; what runs on the server alone (loader, action) is
 * left out.
 */
function read(path: string): string[] {
  const code = readFileSync(path, "utf8")
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/^export (async function|const) (loader|action)\b.*[^;\n]\n[\s\S]*?^\}.*$/gm, "");
  return [...code.matchAll(/\bt\(\s*(?:[^"`,)]*\?\s*)?["`]([a-z]+):/g)].map((match) => match[1] as string);
}

/** The namespaces that come with each file, by its path. */
const loadedWith = new Map<string, readonly string[]>([
  ...layouts.map((file) => [file, []] as const),
  ...later.map((file) => [file, askedBy(join(app, LOADED_BY[file] ?? ""))] as const),
  ...screens
    .filter(({ file }) => file.endsWith(".tsx"))
    .map(({ name, file }) => [file, ownNamespaces(routeId(name, "en-US"))] as const),
]);

test.each([...loadedWith])("The words that %s reads come with it", (file, own) => {
  const there = new Set<string>([...sharedNamespaces, ...own]);
  const missing = [...reach(join(app, file))].flatMap((module) =>
    read(module)
      .filter((namespace) => !there.has(namespace))
      .map((namespace) => `${namespace} in ${module.slice(app.length)}`),
  );
  expect([...new Set(missing)]).toEqual([]);
});

test("No component reads words that only the server says", () => {
  const server = new Set(Object.keys(pl.server));
  const components = [...new Set([...loadedWith.keys(), "root.tsx"].flatMap((file) => [...reach(join(app, file))]))];
  const found = components.flatMap((module) =>
    read(module)
      .filter((namespace) => server.has(namespace))
      .map((namespace) => `${namespace} in ${module.slice(app.length)}`),
  );
  expect(components.length).toBeGreaterThan(100);
  expect(server.size).toBeGreaterThan(3);
  expect(found).toEqual([]);
});
