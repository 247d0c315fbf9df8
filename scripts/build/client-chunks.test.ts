import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../lib/project.mjs";
import { SHARED, TOGETHER } from "./client-chunks";

const app = join(root, "app");

it("Each file and folder that is given a chunk exists", () => {
  const listed = Object.values(TOGETHER)
    .flat()
    .map((path) => join(app, path));
  expect([...listed, ...SHARED].filter((path) => !existsSync(path))).toEqual([]);
});
