import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { root } from "../scripts/lib/project.mjs";

const read = (path: string) => readFileSync(join(root, path), "utf8");
const manifest = JSON.parse(read("package.json"));

type Workflow = { permissions: object; jobs: Record<string, { steps: { uses?: string }[] }> };

it("The workflow names each action by its commit and may only read", () => {
  const workflow = parse(read(".github/workflows/test.yml")) as Workflow;
  const actions = Object.values(workflow.jobs).flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []));
  expect(actions.length).toBeGreaterThan(0);
  for (const action of actions) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
  expect(workflow.permissions).toEqual({ contents: "read" });
});

it("An override of a dependency follows that dependency", () => {
  const { dependencies, devDependencies, overrides } = manifest;
  const own = { ...dependencies, ...devDependencies };
  const followed = Object.entries<string>(overrides).filter(([, version]) => version.startsWith("$"));
  expect(Object.keys(overrides).filter((name) => name in own && overrides[name] !== `$${name}`)).toEqual([]);
  expect(followed.filter(([, version]) => !(version.slice(1) in own))).toEqual([]);
  expect(overrides["react-router-dom"]).toBe("$react-router");
});

it("Versions kept back by a decision are kept back from Renovate too", () => {
  const decided = read("docs/decisions/0004-pinned-versions.md").split("\n## ")[0] ?? "";
  const kept = [...(decided.split("Overrides")[0] ?? "").matchAll(/^\| (.+?) \| [\d., ]+ \|/gm)].flatMap(
    ([, names = ""]) => [...names.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name),
  );
  const rules = JSON.parse(read("renovate.json")).packageRules as { matchPackageNames?: string[] }[];
  const ruled = rules.flatMap(({ matchPackageNames = [] }) => matchPackageNames);
  expect(kept.length).toBeGreaterThan(8);
  expect(kept.filter((name) => !ruled.includes(name))).toEqual([]);
});

it("No comment is wider than 100 columns", () => {
  const files = ["app", "scripts", "test"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((path) => `${folder}/${path}`),
  );
  const sources = files.filter((path) => /\.(?:css|mjs|tsx?)$/.test(path) && !path.includes("node_modules"));
  const wide = sources.flatMap((path) =>
    read(path)
      .split("\n")
      .flatMap((line, at) => (isWideComment(line) ? `${path}:${at + 1}` : [])),
  );
  expect(wide).toEqual([]);
});

/** An address and what a tool reads can't be broken. */
function isWideComment(line: string): boolean {
  return line.length > 100 && /^\s*(?:\{?\/\*|\*|\/\/) /.test(line) && !/https?:|biome-ignore|@vite/.test(line);
}

it("The image's build gets the sources of all commands", () => {
  const commands = [...(/COMMANDS = \[(.+)\]/.exec(read("vite.config.ts"))?.[1] ?? "").matchAll(/"(\w+)"/g)];
  const sources = commands.flatMap(([, name]) => [`scripts/${name}.ts`, `scripts/${name}`]);
  const missing = sources.filter(
    (path) => existsSync(join(root, path)) && !read(".dockerignore").includes(`!${path}\n`),
  );
  expect([commands.length > 3, missing]).toEqual([true, []]);
});
