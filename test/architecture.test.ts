import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";
import { root } from "../scripts/lib/project.mjs";

/** Every module of `app/` except tests, with its imports, also of types and by `import()`. */
const modules = readdirSync(join(root, "app"), { recursive: true, encoding: "utf8" })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.ts$/.test(path))
  .map((path) => {
    const { importedFiles } = ts.preProcessFile(readFileSync(join(root, "app", path), "utf8"));
    const imports = importedFiles.map(({ fileName }) => {
      if (fileName.startsWith("~/")) return `app/${fileName.slice(2)}`;
      return fileName.startsWith(".") ? posix.join("app", posix.dirname(path), fileName) : fileName;
    });
    return { path: `app/${path}`, imports };
  });

/** The folder that a module belongs to: `sellers/list`, `.server/db`, `auth`. */
function partOf(path: string): string {
  const [, top = "", second = "", third] = path.split("/");
  const hasParts = top === "sellers" || top === ".server";
  return (hasParts && third) || second === "shell" ? `${top}/${second}` : top.replace(/\.tsx?$/, "");
}

/** Returns the imports by which two parts need each other; none if all imports lead down. */
function circularArrows(files: typeof modules): string[] {
  let arrows = files.flatMap(({ path, imports }) =>
    imports
      .filter((to) => to.startsWith("app/") && partOf(to) !== partOf(path))
      .map((to) => ({ from: partOf(path), to: partOf(to), text: `${path} → ${to}` })),
  );
  for (let before = Number.POSITIVE_INFINITY; arrows.length < before; ) {
    before = arrows.length;
    const from = new Set(arrows.map((arrow) => arrow.from));
    arrows = arrows.filter(({ to }) => from.has(to));
  }
  return arrows.map(({ text }) => text);
}

it("No part of the app needs itself by way of others", () => {
  expect(modules.length).toBeGreaterThan(200);
  expect(circularArrows(modules)).toEqual([]);
});

it("A file's name occurs once", () => {
  const names = modules
    .filter(({ path }) => !/^app\/(?:i18n\/.+\/|(?:root|routes|entry)\b)|\/index\.ts$/.test(path))
    .map(
      ({ path }) => [posix.basename(path).replace(/(?:\.server|\.client)?\.tsx?$/, ""), posix.dirname(path)] as const,
    );
  const folders = new Map(names);
  expect(names.filter(([name, folder]) => folders.get(name) !== folder)).toEqual([]);
});
