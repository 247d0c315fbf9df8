import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { expect, it } from "vitest";
import { ConfigurationError, readEnv, variableNames } from "~/.server/env";
import { root } from "../scripts/lib/project.mjs";

const read = (path: string) => readFileSync(join(root, path), "utf8");
const names = (text: string, pattern: RegExp) =>
  [...new Set([...text.matchAll(pattern)].map(([, name]) => name))].sort();

const known = variableNames.toSorted();
const example = read(".env.example");

it("The documents name exactly the variables that the app reads", () => {
  expect(known.length).toBeGreaterThan(20);
  expect(names(example, /^#?([A-Z][A-Z0-9_]+)=/gm)).toEqual(known.filter((name) => name !== "NODE_ENV"));
  const table = read("docs/operations.md").split("## Configuration")[1]?.split("\n## ")[0] ?? "";
  const rows = table.split("\n").map((row) => row.split("|")[1] ?? "");
  expect(names(rows.join("\n"), /`([A-Z][A-Z0-9_]+)`/g)).toEqual(known);
});

it("The example starts the app, but for its published secret", () => {
  const copied = parseEnv(example) as Record<string, string>;
  expect(() => readEnv(copied)).toThrow(ConfigurationError);
  expect(() => readEnv(copied)).toThrow(/^Configuration:\n {2}SESSION_SECRET is a published sample value$/);
  expect(readEnv({ ...copied, SESSION_SECRET: "a-secret-that-only-this-test-knows-0001" })).toMatchObject({
    APP_URL: "https://panel.example",
  });
});

it("The example gives the schema's defaults", () => {
  const commented = parseEnv(example.replace(/^#([A-Z][A-Z0-9_]+=)/gm, "$1")) as Record<string, string>;
  const secret = { SESSION_SECRET: "a-secret-that-only-this-test-knows-0001" };
  const asPlain = (env: object) => JSON.parse(JSON.stringify(env));
  const spelledOut = readEnv({ ...commented, ...secret });
  const byDefault = readEnv({ ...(parseEnv(example) as Record<string, string>), ...secret });
  expect(asPlain(spelledOut)).toEqual(asPlain(byDefault));
  expect(spelledOut.DATABASE_URL.reveal()).toBe(byDefault.DATABASE_URL.reveal());
});
