import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { countTests } from "./counts.mjs";

const folder = mkdtempSync(join(tmpdir(), "panel-counts-"));
function report(content: unknown): string {
  const path = join(folder, "report.json");
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

const vitest = (passed: number, failed: number, testResults: unknown[] = []) =>
  report({ numPassedTests: passed, numFailedTests: failed, numPendingTests: 1, numTodoTests: 1, testResults });

const playwright = (expected: number, unexpected = 0, flaky = 0, errors: unknown[] = []) =>
  report({ stats: { expected, unexpected, flaky, skipped: 3 }, errors });

describe("countTests", () => {
  it("adds what each runner reports", () => {
    expect(countTests("vitest", vitest(5, 2), 1)).toMatchObject({ passed: 5, failed: 2, skipped: 2 });
    expect(countTests("playwright", playwright(5, 2, 1), 1)).toMatchObject({ passed: 6, failed: 2, skipped: 3 });
  });

  it("names each failed test with its error's first line", () => {
    const failureMessages = ["\u001b[31mexpected 1\u001b[39m\nat line 2"];
    const testResults = [
      { status: "failed", name: "a.test.ts", message: "no such module", assertionResults: [] },
      {
        status: "failed",
        assertionResults: [
          { status: "passed", fullName: "adds" },
          { status: "failed", fullName: "divides", failureMessages },
        ],
      },
    ];
    expect(countTests("vitest", vitest(1, 1, testResults), 1).failures).toEqual([
      "a.test.ts (no such module)",
      "divides (expected 1)",
    ]);
    const spec = (title: string, status: string) => ({
      file: "list.spec.ts",
      line: 7,
      title,
      tests: [{ status, projectName: "javascript", results: [{ error: { message: "timed out\nlog" } }] }],
    });
    const suites = [
      {
        specs: [spec("sorts", "expected")],
        suites: [{ specs: [spec("searches", "unexpected"), spec("saves", "flaky")] }],
      },
    ];
    const ran = report({ stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 0 }, errors: [], suites });
    expect(countTests("playwright", ran, 1).failures).toEqual([
      "list.spec.ts:7 [javascript] searches (timed out)",
      "only at the second try: list.spec.ts:7 [javascript] saves (timed out)",
    ]);
  });

  it("counts a file that can't be loaded, and an error outside any test", () => {
    const files = [{ status: "failed", assertionResults: [] }];
    expect(countTests("vitest", vitest(5, 0, files), 1)).toMatchObject({ passed: 5, failed: 1 });
    expect(countTests("playwright", playwright(5, 0, 0, [{}]), 1)).toMatchObject({ passed: 5, failed: 1 });
  });

  it("fails a runner that ran nothing, ended badly or left no readable report", () => {
    expect(countTests("vitest", vitest(0, 0), 0)).toMatchObject({ failed: 1, note: "no test ran" });
    expect(countTests("playwright", playwright(4), 1)).toMatchObject({
      passed: 4,
      failed: 1,
      note: "ended with code 1",
    });
    expect(countTests("vitest", report("{"), 0)).toMatchObject({ passed: 0, failed: 1 });
    expect(countTests("playwright", join(folder, "absent.json"), 0)).toMatchObject({ passed: 0, failed: 1 });
  });
});
