// `npm test`, also on a fresh clone. `npm test -- unit types` runs only those steps.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { countCheck, countTests } from "./lib/counts.mjs";
import { prepareMachine } from "./lib/machine.mjs";
import { onStopRequest, run, signalAll } from "./lib/process.mjs";
import { bin, build, buildIsFresh, install, root } from "./lib/project.mjs";

/** @typedef {import("./lib/counts.mjs").Counts} Counts */

const STOPPED_WITHIN_MS = 15_000;

const reports = mkdtempSync(join(tmpdir(), "panel-reports-"));
process.on("exit", () => rmSync(reports, { recursive: true, force: true }));
let isStopping = false;
onStopRequest(() => {
  isStopping = true;
  signalAll("SIGTERM");
  setTimeout(() => process.exit(1), STOPPED_WITHIN_MS).unref();
});

/** @typedef {(heading?: string) => Promise<Counts>} Step `heading` holds its output back, as in `run` */

/** @param {string} command @param {string[]} args @returns {Step} */
const check = (command, args) => async (heading) =>
  countCheck((await run(bin(command), args, { cwd: root }, heading)) === 0);

/** @param {"vitest" | "playwright"} runner @param {string} name @param {string[]} args @returns {Step} */
const tests = (runner, name, args) => async (heading) => {
  const report = join(reports, `${name}.json`);
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const output = runner === "vitest" ? [`--outputFile.json=${report}`] : [];
  return countTests(runner, report, await run(bin(runner), [...args, ...output], { cwd: root, env }, heading));
};

/** @param {string} project */
const vitest = (project) =>
  tests("vitest", project, ["run", "--project", project, "--allowOnly=false", "--reporter=default", "--reporter=json"]);

/** @type {Record<string, Step>} */
const steps = {
  lint: check("biome", ["check", "--error-on-warnings", "."]),
  types: check("tsc", ["--noEmit"]),
  unused: check("knip", []),
  build: async (heading) => countCheck(await build(heading)),
  unit: vitest("unit"),
  integration: vitest("integration"),
  browser: tests("playwright", "browser", ["test", "--reporter=list,json"]),
  firefox: vitest("firefox"),
  webkit: vitest("webkit"),
  image: vitest("image"),
};
/** Steps that use one core each run beside each other; the others use all cores by themselves. */
const GROUPS = [
  ["lint", "types", "unused", "build"],
  ["unit"],
  ["integration"],
  ["browser"],
  ["firefox", "webkit"],
  ["image"],
];
const NEED_BUILD = ["integration", "browser", "firefox", "webkit"];
/** Without these programs their steps, or the tests of a step that need them, are skipped. */
const OPTIONAL = ["nginx", "Firefox", "WebKit with xvfb", "Docker or Podman"];

/** @param {string[]} wanted names of steps */
async function runSteps(wanted) {
  const missing = await prepareMachine(wanted);
  let isBuilt = wanted.includes("build") || !wanted.some((name) => NEED_BUILD.includes(name)) || buildIsFresh();
  isBuilt ||= await build();

  /** @param {string} name @param {boolean} isAlone @returns {Promise<Counts>} */
  async function runStep(name, isAlone) {
    const lacking = missing.filter((need) => need.steps.includes(name)).map((need) => need.name);
    const notes = lacking.map((need) => `can't be had here: ${need}`);
    const canRun = lacking.every((need) => OPTIONAL.includes(need)) && (isBuilt || !NEED_BUILD.includes(name));
    if (!canRun || isStopping) return countCheck(false, [...notes, "not run"]);
    if (lacking.length > 0 && name !== "integration") return { passed: 0, failed: 0, skipped: 1, notes };
    const heading = `\n== ${name}`;
    if (isAlone) console.log(heading);
    const counts = await steps[name](isAlone ? undefined : heading);
    if (name === "build") isBuilt = counts.failed === 0;
    return { ...counts, notes: [...notes, ...counts.notes] };
  }

  /** @type {[string, Counts][]} */
  const results = [];
  for (const group of GROUPS) {
    const names = group.filter((name) => wanted.includes(name));
    const runs = names.map(
      async (name) => /** @type {[string, Counts]} */ ([name, await runStep(name, names.length === 1)]),
    );
    results.push(...(await Promise.all(runs)));
  }
  return new Map(results);
}

/**
 * Prints each step's counts, the names of what failed and, as the very last line, the sum.
 * @param {Map<string, Counts>} results
 */
function summarise(results) {
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
  return failed === 0 && passed > 0;
}

const named = process.argv.slice(2);
const unknown = named.filter((name) => !(name in steps));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(", ")}. Choose among: ${Object.keys(steps).join(", ")}`);
  process.exit(2);
}
const noPackages = new Map([["packages", countCheck(false, ["npm ci failed"])]]);
const results = (await install()) ? await runSteps(named.length > 0 ? named : Object.keys(steps)) : noPackages;
process.exitCode = summarise(results) ? 0 : 1;
