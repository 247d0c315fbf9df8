import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { giveFolder } from "../../test/support/own-folder";
import { countTests } from "./counts.mjs";

const folder = giveFolder();

function report(content: unknown): string {
  const path = join(folder, "report.json");
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

const vitest = (passed: number, testResults: unknown[] = []) =>
  report({ numPassedTests: passed, numPendingTests: 1, numTodoTests: 1, testResults });
const playwright = (expected: number, more: object = {}) =>
  report({ stats: { expected, unexpected: 0, flaky: 0, skipped: 3 }, errors: [], ...more });

test("A vitest report names failed tests and files that can't be loaded", () => {
  const failureMessages = ["\u001b[31mexpected 1\u001b[39m\nat line 2"];
  const path = vitest(1, [
    { status: "failed", name: "a.test.ts", message: "no such module", assertionResults: [] },
    {
      status: "failed",
      assertionResults: [
        { status: "passed", fullName: "adds" },
        { status: "failed", fullName: "divides", failureMessages },
      ],
    },
  ]);
  const notes = ["a.test.ts (no such module)", "divides (expected 1)"];
  expect(countTests("vitest", path, 1)).toEqual({ passed: 1, failed: 2, skipped: 2, notes });
});

test("A Playwright report names failed tests and errors outside tests", () => {
  const spec = (title: string, status: string) => ({
    file: "list.spec.ts",
    line: 7,
    title,
    tests: [{ status, projectName: "chromium", results: [{ error: { message: "timed out\nlog" } }] }],
  });
  const nested = { specs: [spec("searches", "unexpected"), spec("saves", "flaky")] };
  const path = playwright(1, {
    stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 0 },
    errors: [{ message: "no port" }],
    suites: [{ specs: [spec("sorts", "expected")], suites: [nested] }],
  });
  expect(countTests("playwright", path, 1)).toEqual({
    passed: 2,
    failed: 2,
    skipped: 0,
    notes: [
      "error outside any test (no port)",
      "list.spec.ts:7 [chromium] searches (timed out)",
      "only at the second try: list.spec.ts:7 [chromium] saves (timed out)",
    ],
  });
});

test("A runner that ran nothing, ended badly or left no report has failed", () => {
  expect(countTests("vitest", vitest(0), 0)).toMatchObject({ failed: 1, notes: ["no test ran"] });
  expect(countTests("vitest", report("{"), 0)).toMatchObject({ failed: 1, notes: ["no report was written"] });
  const ended = { passed: 4, failed: 1, notes: ["ended with code 1"] };
  expect(countTests("playwright", playwright(4), 1)).toMatchObject(ended);
  expect(countTests("playwright", join(folder, "absent.json"), 0)).toMatchObject({ passed: 0, failed: 1 });
});
