import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { TESTS_OF, testsOf } from "./changed.mjs";
import { root } from "./project.mjs";

const namesIn = (folder: string) => readdirSync(join(root, folder));

test("every row names a folder and tests that exist", () => {
  const integration = namesIn("test/integration");
  const browser = namesIn("test/e2e");
  const missing = TESTS_OF.flatMap(([folder, overHttp, inBrowser]) => [
    ...(namesIn(folder).length > 0 ? [] : [folder]),
    ...overHttp.filter((name) => !integration.some((file) => file.startsWith(name))),
    ...inBrowser.filter((name) => !browser.some((file) => file.startsWith(name))),
  ]);
  expect(missing).toEqual([]);
});

test("every folder of the app has a row", () => {
  const folders = [
    ...namesIn("app").filter((name) => !name.includes(".") && name !== "sellers"),
    ...namesIn("app/sellers").map((name) => `sellers/${name}`),
  ].map((name) => `app/${name}`);
  const rows = TESTS_OF.map(([folder]) => folder);
  expect(folders.filter((folder) => !rows.includes(folder))).toEqual([]);
});

test("a change runs its folder's tests and the tests that were changed themselves", () => {
  const files = ["app/home/home.route.tsx", "test/integration/jobs.test.ts", "test/e2e/bulk.spec.ts", "README.md"];
  expect(testsOf(files)).toEqual({ integration: ["home", "jobs"], browser: ["screens-home", "bulk"] });
  expect(testsOf(["README.md"])).toEqual({ integration: [], browser: [] });
});
