// Reads a test runner's counts from its JSON report.
import { readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

/**
 * @typedef {{ passed: number, failed: number, skipped: number, notes: string[] }} Counts `notes`
 * names the tests that failed, also at the first of two tries, and why
 */

/** Counts a tool that only passes or fails as one check. @returns {Counts} */
export function countCheck(isPassed = false, notes = /** @type {string[]} */ ([])) {
  return { passed: Number(isPassed), failed: Number(!isPassed), skipped: 0, notes };
}

/**
 * @param {string} name @param {string | undefined} message an error's, with a terminal's colours
 */
function noteOf(name, message = "") {
  const [line] = stripVTControlCharacters(message).trim().split("\n", 1);
  return line ? `${name} (${line})` : name;
}

/** @param {any} report vitest's JSON reporter @returns {Counts} */
function readVitest({ numPassedTests: passed, numPendingTests, numTodoTests, testResults }) {
  const notes = testResults.flatMap((/** @type {any} */ { name, status, message, assertionResults }) => {
    // A file that can't be loaded has no tests that could fail.
    if (assertionResults.length === 0) return status === "failed" ? [noteOf(name, message)] : [];
    const failed = assertionResults.filter((/** @type {any} */ test) => test.status === "failed");
    return failed.map((/** @type {any} */ test) => noteOf(test.fullName, test.failureMessages?.[0]));
  });
  return { passed, failed: notes.length, skipped: numPendingTests + numTodoTests, notes };
}

/** @param {any} report Playwright's JSON reporter @returns {Counts} */
const readPlaywright = ({ stats, errors, suites = [] }) => ({
  passed: stats.expected + stats.flaky,
  failed: stats.unexpected + errors.length,
  skipped: stats.skipped,
  notes: [
    ...errors.map((/** @type {any} */ error) => noteOf("error outside any test", error.message)),
    ...suites.flatMap(notesOf),
  ],
});

/** @param {any} suite of Playwright's, which holds suites or specs @returns {string[]} */
const notesOf = ({ suites = [], specs = [] }) => [
  ...suites.flatMap(notesOf),
  ...specs.flatMap((/** @type {any} */ { file, line, title, tests }) =>
    tests
      .filter((/** @type {any} */ { status }) => ["unexpected", "flaky"].includes(status))
      .map((/** @type {any} */ { status, results, projectName }) =>
        noteOf(
          `${status === "flaky" ? "only at the second try: " : ""}${file}:${line} [${projectName}] ${title}`,
          results[0]?.error?.message,
        ),
      ),
  ),
];

const READERS = { vitest: readVitest, playwright: readPlaywright };

/**
 * A runner without a failed test still fails if it crashed, ended with an error, or ran no test.
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
    return countCheck(false, ["no report was written"]);
  }
  if (counts.failed > 0) return counts;
  if (counts.passed === 0) return { ...counts, failed: 1, notes: ["no test ran"] };
  if (exitCode !== 0) return { ...counts, failed: 1, notes: [...counts.notes, `ended with code ${exitCode}`] };
  return counts;
}
