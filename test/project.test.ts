import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../scripts/lib/project.mjs";

const read = (path: string) => readFileSync(join(root, path), "utf8");
const manifest = JSON.parse(read("package.json"));

describe("The forge's workflow", () => {
  const workflow = read(".github/workflows/test.yml");

  it("The workflow runs every step on the oldest Node allowed", () => {
    const oldest = /\d+/.exec(manifest.engines.node)?.[0];
    expect(/node: \[(.+)\]/.exec(workflow)?.[1]?.match(/\d+/g)).toEqual([oldest]);
    const steps = /const steps = \{([\s\S]+?)\n\};/.exec(read("scripts/test.mjs"))?.[1] ?? "";
    const names = [...steps.matchAll(/^ {2}(\w+)[:,]/gm)].map(([, name = ""]) => name);
    expect(names.length).toBeGreaterThan(8);
    const commands = [...workflow.matchAll(/^ {10}- (np.+)$/gm)].flatMap(([, command = ""]) => command.split(" "));
    const parts = commands.map((word) => (word === "playwright" ? "browser" : word));
    // The steps that need a build make one.
    expect(names.filter((name) => name !== "build" && !parts.includes(name))).toEqual([]);
  });

  it("The workflow runs unit and integration tests on the image's Node too", () => {
    const image = /^FROM node:(\d+)/m.exec(read("Dockerfile"))?.[1];
    const parts = [...workflow.matchAll(/\{ node: "(\d+)", command: .*(unit|integration)/g)];
    const named = parts.map(([, node, part]) => `${part} ${node}`);
    expect(new Set(named)).toEqual(new Set([`unit ${image}`, `integration ${image}`]));
  });

  it("The workflow names each action by its commit and may only read", () => {
    const actions = [...workflow.matchAll(/uses: (\S+)/g)].map(([, action = ""]) => action);
    expect(actions.length).toBeGreaterThan(0);
    for (const action of actions) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
    expect(workflow).toMatch(/^permissions:\n {2}contents: read$/m);
  });
});

describe("The package", () => {
  it("The package has the license of LICENSE and is never published", () => {
    expect(read("LICENSE")).toMatch(new RegExp(`^${manifest.license} License\n`));
    expect(manifest.private).toBe(true);
  });

  it("The package is developed with the Node that .nvmrc names", () => {
    expect(manifest.engines.node).toContain(`>=${read(".nvmrc").trim()}.`);
  });

  it("The package runs nothing by being installed", () => {
    const scripts = Object.keys(manifest.scripts);
    expect(scripts.filter((name) => /^(?:pre|post)?(?:install|prepare|prepack)$/.test(name))).toEqual([]);
  });
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
