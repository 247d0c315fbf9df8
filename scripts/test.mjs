// `npm test`, also on a fresh clone. `npm test -- unit types` runs only those steps.
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { countCheck, countTests } from "./lib/counts.mjs";
import { prepareMachine } from "./lib/machine.mjs";
import { onStopRequest, run, signalAll } from "./lib/process.mjs";
import { bin, build, buildIsFresh, install, root } from "./lib/project.mjs";

/** @typedef {import("./lib/counts.mjs").Counts} Counts */

/** CI and `docker stop` send SIGKILL 10 s after SIGTERM, so the summary must come earlier. */
const STOPPED_WITHIN_MS = 8_000;

const folder = mkdtempSync(join(tmpdir(), "panel-tests-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
/** @type {Map<string, Counts>} */
const results = new Map();
let isStopping = false;
onStopRequest(() => {
  isStopping = true;
  signalAll("SIGTERM");
  setTimeout(finish, STOPPED_WITHIN_MS).unref();
});

/**
 * Parallel steps print into files, which are shown one after another. Pipes wouldn't do, because a
 * process that outlives its step keeps a pipe open.
 * @type {Set<string>}
 */
const hiddenOutputs = new Set();
/** @param {string} name a step's */
const outputOf = (name) => join(folder, `${name}.txt`);

/** @param {string} name a step's */
function showOutput(name) {
  if (hiddenOutputs.delete(name)) console.log(`\n== ${name}\n${readFileSync(outputOf(name), "utf8")}`);
}

/** @typedef {(options: import("node:child_process").SpawnOptions) => Promise<Counts>} Step */

/**
 * @param {string} command
 * @param {string[]} args
 * @returns {Step}
 */
const check = (command, args) => async (options) =>
  countCheck((await run(bin(command), args, { cwd: root, ...options })) === 0);

/**
 * @param {"vitest" | "playwright"} runner
 * @param {string} name
 * @param {string[]} args
 * @returns {Step}
 */
const tests = (runner, name, args) => async (options) => {
  const report = join(folder, `${name}.json`);
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const output = runner === "vitest" ? [`--outputFile.json=${report}`] : [];
  return countTests(runner, report, await run(bin(runner), [...args, ...output], { cwd: root, env, ...options }));
};

/** @param {string} project */
const vitest = (project) =>
  tests("vitest", project, ["run", "--project", project, "--allowOnly=false", "--reporter=default", "--reporter=json"]);

/** @type {Record<string, Step>} */
const steps = {
  lint: check("biome", ["check", "--error-on-warnings", "."]),
  types: check("tsc", ["--noEmit"]),
  unused: check("knip", []),
  build: async (options) => countCheck(await build(options)),
  unit: vitest("unit"),
  integration: vitest("integration"),
  browser: tests("playwright", "browser", ["test", "--reporter=list,json"]),
  firefox: vitest("firefox"),
  webkit: vitest("webkit"),
  image: vitest("image"),
};
/** Steps of a group run in parallel, because each uses one core; single steps use all cores. */
const GROUPS = [
  ["lint", "types", "unused", "build"],
  ["unit"],
  ["integration"],
  ["browser"],
  ["firefox", "webkit"],
  ["image"],
];
const NEED_BUILD = ["integration", "browser", "firefox", "webkit"];
/** Without one of these programs, the steps or tests that need the program are skipped. */
const OPTIONAL = ["nginx", "Firefox", "WebKit with xvfb"];

/** @param {string[]} wanted names of steps */
async function runSteps(wanted) {
  const missing = await prepareMachine(wanted);
  let isBuilt = wanted.includes("build") || !wanted.some((name) => NEED_BUILD.includes(name)) || buildIsFresh();
  isBuilt ||= await build();

  /**
   * @param {string} name
   * @param {boolean} isAlone
   * @returns {Promise<Counts>}
   */
  async function runStep(name, isAlone) {
    const lacking = missing.filter((need) => need.steps.includes(name)).map((need) => need.name);
    const notes = lacking.map((need) => `can't be had here: ${need}`);
    const canRun = lacking.every((need) => OPTIONAL.includes(need)) && (isBuilt || !NEED_BUILD.includes(name));
    if (!canRun || isStopping) return countCheck(false, [...notes, "not run"]);
    if (lacking.length > 0 && name !== "integration") return { passed: 0, failed: 0, skipped: 1, notes };
    const counts = await (isAlone ? steps[name]({}) : runHidden(name));
    if (name === "build") isBuilt = counts.failed === 0;
    return { ...counts, notes: [...notes, ...counts.notes] };
  }

  for (const group of GROUPS) {
    const names = group.filter((name) => wanted.includes(name));
    if (names.length > 0 && !isStopping) console.log(`\n== ${names.join(", ")}`);
    for (const name of names) results.set(name, countCheck(false, ["hasn't ended"]));
    await Promise.all(names.map(async (name) => results.set(name, await runStep(name, names.length === 1))));
  }
}

/** @param {string} name a step's, whose output is shown when it ends */
async function runHidden(name) {
  const output = openSync(outputOf(name), "a");
  hiddenOutputs.add(name);
  const counts = await steps[name]({ stdio: ["ignore", output, output] });
  closeSync(output);
  showOutput(name);
  return counts;
}

/**
 * Shows the output of unfinished steps, each step's counts, the names of failed tests and, as the
 * very last line, the sum.
 */
function finish() {
  for (const name of hiddenOutputs) showOutput(name);
  let [passed, failed] = [0, 0];
  console.log("");
  for (const [name, counts] of results) {
    passed += counts.passed;
    failed += counts.failed;
    const skipped = counts.skipped ? `, ${counts.skipped} skipped` : "";
    console.log(`${name.padEnd(12)} ${counts.passed} passed, ${counts.failed} failed${skipped}`);
    for (const note of counts.notes) console.log(`${" ".repeat(12)} ${counts.failed > 0 ? "✘" : "·"} ${note}`);
  }
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 && passed > 0 ? 0 : 1);
}

const named = process.argv.slice(2);
const unknown = named.filter((name) => !(name in steps));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(", ")}. Choose among: ${Object.keys(steps).join(", ")}`);
  process.exit(2);
}
if (await install()) await runSteps(named.length > 0 ? named : Object.keys(steps));
else results.set("packages", countCheck(false, ["npm ci failed"]));
finish();
