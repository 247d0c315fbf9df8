import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { root } from "../scripts/lib/project.mjs";

const read = (path: string) => readFileSync(join(root, path), "utf8");

type Workflow = { permissions: object; jobs: Record<string, { steps: { uses?: string }[] }> };

it("The workflow names each action by its commit and may only read", () => {
  const workflow = parse(read(".github/workflows/test.yml")) as Workflow;
  const actions = Object.values(workflow.jobs).flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []));
  expect(actions.length).toBeGreaterThan(0);
  for (const action of actions) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
  expect(workflow.permissions).toEqual({ contents: "read" });
});

it("The record of pinned versions and overrides is what package.json says", () => {
  const { dependencies, devDependencies, overrides } = JSON.parse(read("package.json"));
  const direct: Record<string, string> = { ...dependencies, ...devDependencies };
  const versionOf = (name: string) =>
    direct[name] ?? String(overrides[name]).replace(/^\$(.+)$/, (_, own) => direct[own] ?? "");
  const rows = [...read("docs/decisions/0004-pinned-versions.md").matchAll(/^\| (`.+?) \| ([\d., ]+) \|/gm)];
  const pins = rows.flatMap(([, names = "", versions = ""]) =>
    [...names.matchAll(/`(.+?)`/g)].map(([, name = ""], at) => [name, versions.split(", ")[at]]),
  );
  for (const [name = "", version] of pins) {
    expect(`${versionOf(name.replace("*", "core"))}.`, name).toMatch(new RegExp(`^${version}\\.`));
  }
  expect(pins.map(([name]) => name)).toEqual(expect.arrayContaining(Object.keys(overrides)));
});
