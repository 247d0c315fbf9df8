import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";
import type { Plugin } from "vite";

const require = createRequire(import.meta.url);
const SHEET = fileURLToPath(new URL("../../app/ui/theme/fonts.css", import.meta.url));
const CACHE = fileURLToPath(new URL("../../.cache/fonts/", import.meta.url));

/** The small files, and the package's files from which they are cut. */
const SOURCES: Record<string, string> = {
  "inter-basic.woff2": "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  "inter-polish.woff2": "@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2",
};

type Cut = { name: string; source: Buffer; letters: string };

/**
 * Makes the fonts of every page, as `small-fonts/NAME`: only the letters of fonts.css's
 * `unicode-range` and the theme's weights. Cutting takes seconds, so the result is cached.
 */
export function smallFonts(): Plugin {
  const sheet = readFileSync(SHEET, "utf8");
  const [from, to] = /font-weight: (\d+) (\d+)/.exec(sheet)?.slice(1).map(Number) ?? [];
  const cuts = Object.entries(SOURCES).map(
    ([name, path]): Cut => ({ name, source: readFileSync(require.resolve(path)), letters: lettersOf(sheet, name) }),
  );
  const hash = createHash("sha256").update(JSON.stringify([from, to, require("subset-font/package.json").version]));
  for (const { name, source, letters } of cuts) hash.update(name).update(letters).update(source);
  const folder = join(CACHE, hash.digest("hex").slice(0, 16));
  return {
    name: "small-fonts",
    config: () => ({ resolve: { alias: { "small-fonts": folder } } }),
    async buildStart() {
      if (existsSync(folder)) return;
      await mkdir(CACHE, { recursive: true });
      const newFolder = await mkdtemp(join(CACHE, "new-"));
      for (const { name, source, letters } of cuts) {
        const variationAxes = { wght: { min: from ?? 400, max: to ?? 700 } };
        await writeFile(
          join(newFolder, name),
          await subsetFont(source, letters, { targetFormat: "woff2", variationAxes }),
        );
      }
      // Another build may have made the same folder meanwhile; its files are the same.
      await rename(newFolder, folder).catch(() => rm(newFolder, { recursive: true }));
    },
  };
}

/** @throws Error if the sheet has no `unicode-range` for the file */
function lettersOf(sheet: string, name: string): string {
  const face = sheet.split("@font-face").find((rule) => rule.includes(`small-fonts/${name}`));
  const range = /unicode-range:([^;]+);/.exec(face ?? "")?.[1];
  if (!range) throw new Error(`fonts.css doesn't say which letters ${name} holds`);
  return range
    .split(",")
    .flatMap((part) => {
      const [first = 0, last = first] = part
        .trim()
        .slice(2)
        .split("-")
        .map((code) => Number.parseInt(code, 16));
      return Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at));
    })
    .join("");
}
