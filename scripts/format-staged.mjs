// Commit hook: formats the staged text of each file. Never stops a commit.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { bin } from "./lib/project.mjs";

const FORMATTED = /\.(?:ts|tsx|js|mjs|json|css)$/;
/** A file's mode in git; links and submodules have others. */
const REGULAR = new Set(["100644", "100755"]);

/** @param {string[]} args @param {Buffer} [input] */
const git = (args, input) => execFileSync("git", args, { input, maxBuffer: 64 * 1024 * 1024 });

/**
 * @param {string} path
 * @param {Buffer} text
 * @returns {Buffer} the text itself where it can't be parsed
 */
function format(path, text) {
  const args = ["check", "--write", "--linter-enabled=false", `--stdin-file-path=${path}`];
  const options = /** @type {const} */ ({
    input: text,
    maxBuffer: 64 * 1024 * 1024,
    stdio: ["pipe", "pipe", "ignore"],
  });
  try {
    const formatted = execFileSync(bin("biome"), args, options);
    return formatted.length > 0 ? formatted : text;
  } catch {
    return text;
  }
}

/** What the commit changes: mode, blob and path of each file. */
function staged() {
  const lines = git(["diff", "--cached", "--raw", "--no-abbrev", "--no-renames", "--diff-filter=ACM", "-z"]).toString();
  return [...lines.matchAll(/:\d+ (\d+) [0-9a-f]+ ([0-9a-f]+) [ACM]\0([^\0]+)\0/g)]
    .map(([, mode = "", blob = "", path = ""]) => ({ mode, blob, path }))
    .filter(({ mode, path }) => REGULAR.has(mode) && FORMATTED.test(path));
}

function formatStaged() {
  // `git commit FILE` has its own index; our change would be missing from the real one.
  if (basename(process.env.GIT_INDEX_FILE ?? "index").startsWith("next-index")) return;
  if (!existsSync(bin("biome"))) return console.error("Not formatted, because no packages are installed (npm ci).");
  const top = git(["rev-parse", "--show-toplevel"]).toString().replace(/\n$/, "");
  process.chdir(top);
  for (const { mode, blob, path } of staged()) {
    const before = git(["cat-file", "blob", blob]);
    const after = format(path, before);
    if (after.equals(before)) continue;
    const blobId = git(["hash-object", "-w", "--stdin"], after).toString().trim();
    git(["update-index", "--cacheinfo", `${mode},${blobId},${path}`]);
    // A file with unstaged changes stays as it is on disk.
    const onDisk = join(top, path);
    if (existsSync(onDisk) && readFileSync(onDisk).equals(before)) writeFileSync(onDisk, after);
    console.error(`Formatted ${path}`);
  }
}

formatStaged();
