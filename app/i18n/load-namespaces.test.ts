import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { routeId, screens } from "~/route-table";
import { isOnEveryPage, namespacesOf } from "./page-namespaces";

const app = fileURLToPath(new URL("..", import.meta.url));
const layouts = ["layouts/default.tsx", "layouts/public.tsx", "layouts/style.tsx"];
/** Modules whose words are loaded on demand, each with the module that asks for these words. */
const LOADED_BY: Record<string, string> = {
  "keyboard/palette.tsx": "keyboard/keyboard.tsx",
  "sellers/history/day-field.tsx": "sellers/history/day-field.tsx",
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
const awaited = (path: string) =>
  quoted(/^await loadNamespaces\(([^)]*)\);/m.exec(readFileSync(path, "utf8"))?.[1] ?? "");
const askedBy = (path: string) => quoted(/ loadNamespaces\(([^)]*)\)/.exec(readFileSync(path, "utf8"))?.[1] ?? "");

/**
 * The namespaces that a module's components read; what runs on the server alone (loader, action) is
 * left out.
 */
function read(path: string): string[] {
  const code = readFileSync(path, "utf8")
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/^export (async function|const) (loader|action)\b.*[^;\n]\n[\s\S]*?^\}.*$/gm, "");
  const hooks = [...code.matchAll(/useTranslation\(([^)]*)\)/g)].flatMap((match) => quoted(match[1] ?? ""));
  const keys = [...code.matchAll(/\bt\(\s*(?:[^"`,)]*\?\s*)?["`]([a-z]+):/g)].map((match) => match[1] as string);
  return [...hooks, ...keys];
}

const files = [...new Set(screens.map(({ file }) => file)), ...layouts, ...later].filter((file) =>
  file.endsWith(".tsx"),
);

test.each(files)("The file %s waits for the words that it reads", (file) => {
  const path = join(app, file);
  const loader = LOADED_BY[file];
  const own = loader ? askedBy(join(app, loader)) : awaited(path);
  const there = new Set([...awaited(join(app, "root.tsx")), ...own]);
  const missing = [...reach(path)].flatMap((module) =>
    read(module)
      .filter((namespace) => !there.has(namespace))
      .map((namespace) => `${namespace} in ${module.slice(app.length)}`),
  );
  expect([...new Set(missing)]).toEqual([]);
});

test("The words that a route waits for are requested together with it", () => {
  const withWords = screens.filter(({ file }) => file.endsWith(".tsx"));
  expect(withWords.length).toBeGreaterThan(20);
  for (const { name, file } of withWords) {
    const own = awaited(join(app, file)).filter((namespace) => !isOnEveryPage(namespace));
    expect({ name, words: [...namespacesOf(routeId(name, "en-US"))].sort() }).toEqual({ name, words: own.sort() });
  }
});

test("No component reads words that only the server says", () => {
  const folder = fileURLToPath(new URL("pl/server", import.meta.url));
  const server = new Set(readdirSync(folder).map((file) => file.replace(/\.ts$/, "")));
  const components = [...new Set([...files, "root.tsx"].flatMap((file) => [...reach(join(app, file))]))];
  const found = components.flatMap((module) =>
    read(module)
      .filter((namespace) => server.has(namespace))
      .map((namespace) => `${namespace} in ${module.slice(app.length)}`),
  );
  expect(components.length).toBeGreaterThan(100);
  expect(server.size).toBeGreaterThan(3);
  expect(found).toEqual([]);
});

test("The root awaits what every page says", () => {
  expect(awaited(join(app, "root.tsx"))).toEqual(["common", "errors"]);
});
