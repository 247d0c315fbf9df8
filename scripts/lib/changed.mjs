// Which tests a change can break: `npm test -- --changed`.
import { execFileSync } from "node:child_process";
import { root } from "./project.mjs";

/**
 * The integration and browser tests of each part of the app, by the beginning of their file names.
 * The unit tests are found by what they import, so they need no row.
 * @type {[folder: string, integration: string[], browser: string[]][]}
 */
export const TESTS_OF = [
  [
    "app/sellers/list",
    ["list", "saved-views", "export"],
    ["sellers-list", "sellers-look", "sellers-search", "sellers-work", "back"],
  ],
  [
    "app/sellers/record",
    ["seller-forms", "sellers-put"],
    ["sellers-form", "sellers-record", "sellers-conflict", "sellers-status", "kept-text"],
  ],
  ["app/sellers/history", ["history", "history-pages", "scoped-backend"], ["history"]],
  ["app/sellers/import", ["import"], ["import"]],
  ["app/sellers/jobs", ["jobs", "bulk"], ["bulk"]],
  ["app/sellers/write", ["history", "jobs", "save-faults", "sellers-put"], ["sellers-form", "sellers-faults"]],
  ["app/auth", ["access", "callback", "csrf", "logout", "renewal", "session"], ["session"]],
  ["app/errors", ["screens"], ["support", "screens-home"]],
  ["app/home", ["home"], ["screens-home"]],
  ["app/profile", ["screens"], ["screens-preferences", "screens-home"]],
  ["app/help", ["screens"], ["screens-accessible"]],
  ["app/keyboard", [], ["keyboard"]],
  ["app/layouts", ["screens"], ["screens-layout", "session"]],
  ["app/ui", ["screens"], ["screens-layout", "screens-accessible", "sellers-form"]],
  ["app/i18n", ["screens"], ["screens-home", "sellers-form"]],
  ["app/ops", ["http", "metrics", "commands"], ["screens-preferences"]],
  ["app/.server/backend", ["list", "backend-down", "optional-parts", "ignoring-backend"], []],
  ["app/.server/http", ["http", "body-cap", "csrf", "slow-clients"], []],
  ["app/.server/spreadsheet", ["import", "export"], []],
  ["app/.server/store", ["store-down", "store-full", "session"], []],
  ["app/domain", ["list", "history"], ["sellers-list", "sellers-form"]],
  ["test/sandbox", ["list", "callback"], []],
];

/**
 * @param {string} [since] a commit; without it, what isn't committed yet
 * @returns {string[]} paths below the project's folder
 */
export function changedFiles(since = "HEAD") {
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\n").filter(Boolean);
  return [...new Set([...git("diff", "--name-only", since), ...git("ls-files", "--others", "--exclude-standard")])];
}

/**
 * @param {string[]} files paths below the project's folder
 * @returns {{ integration: string[], browser: string[] }} names that the files to run begin with
 */
export function testsOf(files) {
  const rows = TESTS_OF.filter(([folder]) => files.some((file) => file.startsWith(`${folder}/`)));
  const own = (/** @type {string} */ folder) =>
    files.flatMap((file) => new RegExp(`^test/${folder}/([\\w-]+)\\.(?:test|spec)\\.ts$`).exec(file)?.[1] ?? []);
  return {
    integration: [...new Set([...rows.flatMap(([, integration]) => integration), ...own("integration")])],
    browser: [...new Set([...rows.flatMap(([, , browser]) => browser), ...own("e2e")])],
  };
}
