// `npm test`: everything that must hold, on a fresh clone too. `npm test -- unit types` runs only those.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { countCheck, countTests } from "./lib/counts.mjs";
import { ensureChromium, ensureRedis } from "./lib/machine.mjs";
import { run, signalAll } from "./lib/process.mjs";
import { bin, build, install, root } from "./lib/project.mjs";

const reports = mkdtempSync(join(tmpdir(), "panel-reports-"));
let interrupted = false;

/** @param {string} command @param {string[]} args */
const check = (command, args) => async () => countCheck(await run(bin(command), args, { cwd: root }));

/** @param {"unit" | "integration"} project */
const vitest = (project) => async () => {
  const report = join(reports, `${project}.json`);
  const args = ["run", "--project", project, "--allowOnly=false", "--reporter=default", "--reporter=json"];
  const code = await run(bin("vitest"), [...args, `--outputFile.json=${report}`], { cwd: root });
  return countTests("vitest", report, code);
};

async function browser() {
  if (!(await ensureChromium())) {
    return { ...countCheck(1), note: "no Chromium that starts: install one, or set CHROMIUM_PATH" };
  }
  const report = join(reports, "browser.json");
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const code = await run(bin("playwright"), ["test", "--reporter=list,json"], { cwd: root, env });
  return countTests("playwright", report, code);
}

/** @type {Record<string, () => Promise<import("./lib/counts.mjs").Counts>>} */
const steps = {
  lint: check("biome", ["check", "--error-on-warnings", "."]),
  types: check("tsc", ["--noEmit"]),
  unused: check("knip", []),
  unit: vitest("unit"),
  build: async () => countCheck((await build()) ? 0 : 1),
  integration: vitest("integration"),
  browser,
};
const NEED_BUILD = new Set(["integration", "browser"]);
const NEED_REDIS = new Set(["unit", "integration"]);

/** @param {string[]} wanted */
async function runSteps(wanted) {
  /** @type {Map<string, import("./lib/counts.mjs").Counts>} */
  const results = new Map();
  if (wanted.some((name) => NEED_REDIS.has(name)) && !(await ensureRedis())) {
    results.set("redis", { ...countCheck(1), note: "no redis-server: install it" });
  }
  for (const name of wanted) {
    if (interrupted) results.set(name, { ...countCheck(1), note: "interrupted" });
    else if (NEED_BUILD.has(name) && results.get("build")?.failed) {
      results.set(name, { ...countCheck(1), note: "not run, because the build failed" });
    } else {
      console.log(`\n== ${name}`);
      results.set(name, await /** @type {() => Promise<any>} */ (steps[name])());
    }
  }
  return results;
}

/** Prints each step's counts and, as the very last line, their sum. @param {Awaited<ReturnType<typeof runSteps>>} results */
function summarise(results) {
  let passed = 0;
  let failed = 0;
  console.log("");
  for (const [name, counts] of results) {
    passed += counts.passed;
    failed += counts.failed;
    const skipped = counts.skipped ? `, ${counts.skipped} skipped` : "";
    const note = counts.note ? ` (${counts.note})` : "";
    console.log(`${name.padEnd(12)} ${counts.passed} passed, ${counts.failed} failed${skipped}${note}`);
  }
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0;
}

for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) {
  process.on(signal, () => {
    if (interrupted) process.exit(130);
    interrupted = true;
    signalAll(signal);
  });
}
process.on("exit", () => rmSync(reports, { recursive: true, force: true }));

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in steps));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(", ")}. Choose among: ${Object.keys(steps).join(", ")}`);
  process.exit(2);
}
const ready = await install();
const results = ready
  ? await runSteps(wanted.length > 0 ? wanted : Object.keys(steps))
  : new Map([["packages", { ...countCheck(1), note: "npm ci failed" }]]);
process.exitCode = summarise(results) ? 0 : 1;
