import { cpSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";

type Rule = { pattern: string; matches: RegExp; isException: boolean };

/** Reads a .dockerignore: `*` and `?` stay within a folder's name, `**` crosses folders. */
function readRules(text: string): Rule[] {
  const lines = text.split("\n").filter((line) => line.trim() && !line.startsWith("#"));
  return lines.map((line) => {
    const pattern = line.replace(/^!/, "");
    const source = pattern.replace(/\*\*\/|\*|\?|[.+^$(){}|[\]\\]/g, (found) => {
      if (found === "**/") return "(.*/)?";
      if (found === "*") return "[^/]*";
      return found === "?" ? "[^/]" : `\\${found}`;
    });
    // A rule for a folder holds for everything in the folder.
    return { pattern, matches: new RegExp(`^${source}(/.*)?$`), isException: line.startsWith("!") };
  });
}

/** Whether Docker would copy a file into the build: the last rule that matches decides. */
export function isInContext(dockerignore: string, path: string): boolean {
  const last = readRules(dockerignore).findLast(({ matches }) => matches.test(path));
  return last?.isException ?? true;
}

/** Copies from a folder what its .dockerignore lets into an image's build. */
export function copyContext(from: string, to: string, dockerignore: string): void {
  for (const name of readdirSync(from)) {
    // Exceptions name whole folders, so nothing in another folder gets in.
    if (!isInContext(dockerignore, name)) continue;
    const filter = (path: string) => isInContext(dockerignore, relative(from, path));
    cpSync(join(from, name), join(to, name), { recursive: true, filter });
  }
}
