import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../lib/project.mjs";
import { chunkOf, SHARED, TOGETHER } from "./client-chunks";

const app = join(root, "app");

it("Each file and folder that is given a chunk exists", () => {
  const listed = Object.values(TOGETHER)
    .flat()
    .map((path) => join(app, path));
  expect([...listed, ...SHARED].filter((path) => !existsSync(path))).toEqual([]);
});

it("A folder's own files lie in its chunk, unless they have their own", () => {
  const chunk = (path: string) => chunkOf(join(app, path));
  expect(chunk("ui/data/counts.tsx")).toBe("work");
  expect(chunk("ui/data/progress.tsx?used")).toBe("rare");
  expect(chunk("sellers/history/history-list.tsx")).toBeUndefined();
});
