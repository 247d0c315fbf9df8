// What a test runner counted, read from its JSON report and not from what it prints.
import { readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

/**
 * @typedef {{ passed: number, failed: number, skipped: number, note?: string, failures?: string[]
 * }} Counts `failures` names the tests that failed, also at the first of two tries
 */

/**
 * A tool that only says yes or no (a linter, a compiler) is one check.
 * @param {number} exitCode
 * @returns {Counts}
 */
export const countCheck = (exitCode) => ({
  passed: exitCode === 0 ? 1 : 0,
  failed: exitCode === 0 ? 0 : 1,
  skipped: 0,
});

/** @param {any} report vitest's JSON reporter @returns {Counts} */
function readVitest(report) {
  // A file that can't even be loaded has no tests of its own to fail.
  const broken = report.testResults.filter(
    (/** @type {any} */ file) => file.status === "failed" && file.assertionResults.length === 0,
  ).length;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: report.testResults.flatMap((/** @type {any} */ file) =>
      file.status === "failed" && file.assertionResults.length === 0
        ? [`${file.name} ${firstLine(file.message)}`]
        : file.assertionResults
            .filter((/** @type {any} */ test) => test.status === "failed")
            .map((/** @type {any} */ test) => `${test.fullName} ${firstLine(test.failureMessages?.[0])}`),
    ),
  };
}

/** @param {any} report Playwright's JSON reporter @returns {Counts} */
function readPlaywright({ stats, errors, suites = [] }) {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    failures: suites.flatMap(failedSpecs),
  };
}

/** @param {any} suite Playwright's suites hold suites, and at the end specs @returns {string[]} */
const failedSpecs = ({ suites = [], specs = [] }) => [
  ...suites.flatMap(failedSpecs),
  ...specs.flatMap((/** @type {any} */ spec) =>
    spec.tests
      .filter((/** @type {any} */ test) => test.status === "unexpected" || test.status === "flaky")
      .map(
        (/** @type {any} */ test) =>
          `${test.status === "flaky" ? "only at the second try: " : ""}${spec.file}:${spec.line} [${test.projectName}] ${spec.title} ${firstLine(test.results[0]?.error?.message)}`,
      ),
  ),
];

/** Why it failed, without a terminal's colours. @param {string | undefined} message */
function firstLine(message) {
  const line = stripVTControlCharacters(message ?? "")
    .trim()
    .split("\n", 1)[0];
  return line && `(${line})`;
}

const READERS = { vitest: readVitest, playwright: readPlaywright };

/**
 * A runner fails even with no failed test when it crashed, ended with an error, or ran nothing at
 * all.
 * @param {keyof typeof READERS} kind
 * @param {string} path its JSON report
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countTests(kind, path, exitCode) {
  /** @type {Counts} */
  let counts;
  try {
    counts = READERS[kind](JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return { passed: 0, failed: 1, skipped: 0, note: "no report was written" };
  }
  if (counts.failed > 0) return counts;
  if (counts.passed === 0) return { ...counts, failed: 1, note: "no test ran" };
  if (exitCode !== 0) return { ...counts, failed: 1, note: `ended with code ${exitCode}` };
  return counts;
}
