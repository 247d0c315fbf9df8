import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { root } from "./lib/project.mjs";

// Each commit starts git, Node and Biome.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let folder: string;

/** The environment without what a surrounding git command may have set in it. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_")),
) as NodeJS.ProcessEnv;

function git(...args: string[]): string {
  const identity = ["-c", "user.name=A", "-c", "user.email=a@panel.example", "-c", "commit.gpgsign=false"];
  return execFileSync("git", [...identity, ...args], {
    cwd: folder,
    env: environment,
    encoding: "utf8",
    stdio: "pipe",
  });
}

const write = (path: string, text: string | Buffer) => writeFileSync(join(folder, path), text);
const onDisk = (path: string) => readFileSync(join(folder, path), "utf8");
const committed = (path: string) => git("show", `HEAD:${path}`);

/** A repository of its own, whose hook is the project's. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "panel-hook-"));
  git("init", "-q");
  copyFileSync(join(root, "biome.json"), join(folder, "biome.json"));
  mkdirSync(join(folder, "hooks"));
  const hook = `#!/bin/sh\nexec "${process.execPath}" "${join(root, "scripts/format-staged.mjs")}"\n`;
  writeFileSync(join(folder, "hooks/pre-commit"), hook, { mode: 0o755 });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  write(".gitignore", "node_modules\nhooks\n");
  write("a.ts", "export const a = 1;\nexport const b = 2;\n");
  git("add", "-A");
  git("commit", "-qm", "Begin");
  git("config", "core.hooksPath", "hooks");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("formats what is staged, in the commit and on disk", () => {
  write("a.ts", "export const a   = 'ł';\n");
  write("words with spaces.css", "p{color:red}\n");
  git("add", "-A");
  git("commit", "-qm", "Change");
  expect(committed("a.ts")).toBe('export const a = "ł";\n');
  expect(committed("words with spaces.css")).toBe("p {\n  color: red;\n}\n");
  expect(onDisk("a.ts")).toBe('export const a = "ł";\n');
  expect(git("status", "--porcelain")).toBe("");
});

it("leaves what isn't staged alone, in the same file too", () => {
  write("a.ts", "export const a   = 10;\nexport const b = 2;\n");
  git("add", "a.ts");
  write("a.ts", "export const a   = 10;\nexport const b   = 'not yet';\n");
  write("new.ts", "export const   c = 3;\n");
  git("commit", "-qm", "Change");
  expect(committed("a.ts")).toBe("export const a = 10;\nexport const b = 2;\n");
  expect(onDisk("a.ts")).toBe("export const a   = 10;\nexport const b   = 'not yet';\n");
  expect(onDisk("new.ts")).toBe("export const   c = 3;\n");
});

it("commits what can't be parsed, what isn't text and what was deleted as they are", () => {
  const bytes = Buffer.from([0, 255, 254, 10]);
  write("broken.ts", "export const {\n");
  write("picture.png", bytes);
  symlinkSync("a.ts", join(folder, "link.ts"));
  rmSync(join(folder, "a.ts"));
  git("add", "-A");
  git("commit", "-qm", "Change");
  expect(committed("broken.ts")).toBe("export const {\n");
  expect(Buffer.from(execFileSync("git", ["show", "HEAD:picture.png"], { cwd: folder, env: environment }))).toEqual(
    bytes,
  );
  expect(git("ls-tree", "--name-only", "HEAD")).not.toContain("a.ts");
});

it("takes part in a commit of everything, and keeps out of one that names its files", () => {
  write("a.ts", "export const a   = 1;\n");
  git("commit", "-qam", "Everything");
  expect(committed("a.ts")).toBe("export const a = 1;\n");
  write("a.ts", "export const a   = 2;\n");
  git("commit", "-qm", "By name", "a.ts");
  expect(committed("a.ts")).toBe("export const a   = 2;\n");
  expect(git("status", "--porcelain")).toBe("");
});

it("can be left out, and is off until asked for", () => {
  write("a.ts", "export const a   = 1;\n");
  git("commit", "-qam", "Unformatted", "--no-verify");
  expect(committed("a.ts")).toBe("export const a   = 1;\n");
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  expect(scripts.hooks).toBe("git config core.hooksPath .githooks");
  expect(spawnSync("test", ["-x", join(root, ".githooks/pre-commit")]).status).toBe(0);
});
