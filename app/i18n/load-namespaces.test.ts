import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { screens } from "~/route-table";

const app = fileURLToPath(new URL("..", import.meta.url));
const layouts = ["layouts/default.tsx", "layouts/public.tsx", "layouts/style.tsx"];
/** Loaded on demand, with their own words. */
const later = ["keyboard/palette.tsx"];

/** What a browser loads with a module: its imports and theirs, the server's and the node_modules' aside. */
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

function read(path: string): string[] {
  const code = readFileSync(path, "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
  const hooks = [...code.matchAll(/useTranslation\(([^)]*)\)/g)].flatMap((match) => quoted(match[1] ?? ""));
  const keys = [...code.matchAll(/\bt\(\s*(?:[^"`,)]*\?\s*)?["`]([a-z]+):/g)].map((match) => match[1] as string);
  return [...hooks, ...keys];
}

test.each([...new Set(screens.map(({ file }) => file)), ...layouts, ...later].filter((file) => file.endsWith(".tsx")))(
  "%s waits for the words that it reads",
  (file) => {
    const path = join(app, file);
    const there = new Set([...awaited(join(app, "root.tsx")), ...awaited(path)]);
    // Said by the server alone.
    for (const server of ["forms", "problems", "signin", "undo"]) there.add(server);
    const missing = [...reach(path)].flatMap((module) =>
      read(module)
        .filter((namespace) => !there.has(namespace))
        .map((namespace) => `${namespace} in ${module.slice(app.length)}`),
    );
    expect([...new Set(missing)]).toEqual([]);
  },
);

test("the root awaits what every page says", () => {
  expect(awaited(join(app, "root.tsx"))).toEqual(["common", "errors"]);
});
