// `npm test`, also on a fresh clone. `npm test -- unit types` runs only those steps, `--all` also
// slow and rare tests, `--changed` (`--since COMMIT`) what the changes can break.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { changedFiles, testsOf } from "./lib/changed.mjs";
import { countCheck, countTests } from "./lib/counts.mjs";
import { buildImage, ensureBase, findEngine, removeImage } from "./lib/image.mjs";
import { ensureChromium, ensureFirefox, ensureNginx, ensurePostgres, ensureRedis, findWebKit } from "./lib/machine.mjs";
import { run, runNamed, signalAll } from "./lib/process.mjs";
import { bin, build, buildIsFresh, install, root } from "./lib/project.mjs";
import { runSideBySide } from "./lib/side-by-side.mjs";

/** @typedef {import("./lib/counts.mjs").Counts} Counts */
/** @typedef {typeof run} Run */

/** Two steps keep two cores busy, because tests also wait; more would delay each other. */
const STEPS_AT_ONCE = process.env.CI ? 1 : 2;

const { values: options, positionals: named } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: "boolean" },
    changed: { type: "boolean" },
    since: { type: "string" },
    shard: { type: "string" },
  },
});
/** The commit since which changes count, with `--changed`. */
const since = options.changed || options.since ? (options.since ?? "HEAD") : undefined;
const changed = since === undefined ? undefined : testsOf(changedFiles(since));
/** A part of the integration or browser tests, such as `1/3`, for parallel machines. */
const shard = options.shard ? [`--shard=${options.shard}`] : [];
// vitest.config.ts and playwright.config.ts leave the slow and rare tests out without it.
if (options.all) process.env.PANEL_ALL_TESTS = "1";

const reports = mkdtempSync(join(tmpdir(), "panel-reports-"));
let interrupted = false;

/** @param {string} command @param {string[]} args */
const check = (command, args) => async (/** @type {Run} */ runIt) =>
  countCheck(await runIt(bin(command), args, { cwd: root }));

/**
 * @param {"unit" | "integration" | "firefox" | "webkit" | "image"} project
 * @param {NodeJS.ProcessEnv} [env]
 * @param {string[]} [only] further arguments: names of files, or `--changed`
 */
const vitest =
  (project, env, only = []) =>
  async (/** @type {Run} */ runIt) => {
    const report = join(reports, `${project}.json`);
    const args = ["run", "--project", project, "--allowOnly=false", "--reporter=default", "--reporter=json", ...only];
    const options = { cwd: root, env: { ...process.env, ...env } };
    const code = await runIt(bin("vitest"), [...args, `--outputFile.json=${report}`], options);
    return countTests("vitest", report, code);
  };

/**
 * What this machine can't do isn't done, and the summary says so.
 * @param {string} note
 * @returns {Counts}
 */
const skippedFor = (note) => ({ passed: 0, failed: 0, skipped: 1, note });

/** @param {Run} runIt */
async function integration(runIt) {
  const nginx = await ensureNginx();
  const counts = await vitest("integration", {}, [...(changed?.integration ?? []), ...shard])(runIt);
  return nginx
    ? counts
    : { ...counts, note: [counts.note, "no nginx: replicas weren't tried"].filter(Boolean).join("; ") };
}

/** @param {Run} runIt */
async function firefox(runIt) {
  const path = await ensureFirefox();
  return path ? vitest("firefox", { PANEL_FIREFOX: path })(runIt) : skippedFor("no Firefox that starts here");
}

/** @param {Run} runIt */
async function webkit(runIt) {
  const paths = findWebKit();
  if (!paths) return skippedFor("no WebKit: webkit2gtk-driver and xvfb");
  return vitest("webkit", { PANEL_WEBKIT: paths.join(":") })(runIt);
}

/** @param {Run} runIt */
async function image(runIt) {
  const engine = findEngine();
  if (!engine) return skippedFor("nothing here can build an image");
  if (!(await ensureBase(engine))) return skippedFor("nothing here can build an image: its base can't be had");
  const tag = `localhost/panel:test-${process.pid}`;
  try {
    if (!(await buildImage(engine, tag, runIt))) return { ...countCheck(1), note: "the image doesn't build" };
    return await vitest("image", { PANEL_IMAGE: tag, PANEL_IMAGE_ENGINE: engine })(runIt);
  } finally {
    removeImage(engine, tag);
  }
}

/** @param {Run} runIt */
async function browser(runIt) {
  if (!(await ensureChromium())) {
    return { ...countCheck(1), note: "no Chromium that starts: install one, or set CHROMIUM_PATH" };
  }
  const report = join(reports, "browser.json");
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const files = (changed?.browser ?? []).map((name) => `test/e2e/${name}`);
  const code = await runIt(bin("playwright"), ["test", "--reporter=list,json", ...files, ...shard], { cwd: root, env });
  return countTests("playwright", report, code);
}

/** @type {Record<string, (runIt: Run) => Promise<Counts>>} */
const steps = {
  lint: check("biome", ["check", "--error-on-warnings", "."]),
  types: check("tsc", ["--noEmit"]),
  unused: check("knip", []),
  unit: (runIt) => vitest("unit", {}, since === undefined ? [] : ["--changed", since, "--passWithNoTests"])(runIt),
  build: async (runIt) => countCheck((await build(runIt)) ? 0 : 1),
  integration,
  browser,
  firefox,
  webkit,
  image,
};
const NEED_BUILD = new Set(["integration", "browser", "firefox", "webkit"]);
const NEED_DATABASE = new Set(["unit", "integration"]);
/** The longest start early, so that none is waited for alone; the image comes last, alone. */
const ORDER = ["build", "lint", "types", "browser", "integration", "unit", "unused", "firefox", "webkit", "image"];

/** @param {string} name */
function needsOf(name) {
  if (name === "image") return ORDER.filter((other) => other !== name);
  return NEED_BUILD.has(name) ? ["build"] : [];
}

/**
 * What the machine and the project must have before any step begins.
 * @param {string[]} wanted
 * @returns {Promise<[name: string, counts: Counts][]>} what is missing
 */
async function prepare(wanted) {
  /** @type {[string, Counts][]} */
  const missing = [];
  if (wanted.some((name) => NEED_DATABASE.has(name)) && !(await ensureRedis())) {
    missing.push(["redis", { ...countCheck(1), note: "no redis-server: install it" }]);
  }
  if (wanted.some((name) => NEED_DATABASE.has(name)) && !(await ensurePostgres())) {
    missing.push(["postgresql", { ...countCheck(1), note: "no PostgreSQL server: install it" }]);
  }
  // A step of its own, or two steps would build at once over each other.
  const unbuilt = !wanted.includes("build") && wanted.some((name) => NEED_BUILD.has(name)) && !buildIsFresh();
  if (unbuilt && !(await build())) missing.push(["build", countCheck(1)]);
  return missing;
}

/** @param {string[]} wanted @returns {Promise<Map<string, Counts>>} */
async function runSteps(wanted) {
  const missing = await prepare(wanted);
  let built = !missing.some(([name]) => name === "build");
  const results = await runSideBySide(
    ORDER.filter((name) => wanted.includes(name)),
    {
      atOnce: STEPS_AT_ONCE,
      needs: needsOf,
      run: async (name) => {
        if (interrupted) return { ...countCheck(1), note: "interrupted" };
        if (NEED_BUILD.has(name) && !built) return { ...countCheck(1), note: "not run, because the build failed" };
        console.log(`\n== ${name}`);
        const counts = await /** @type {(runIt: Run) => Promise<Counts>} */ (steps[name])(
          wanted.length > 1 ? runNamed(name) : run,
        );
        if (name === "build") built = counts.failed === 0;
        console.log(`\n== ${name}: ${counts.passed} passed, ${counts.failed} failed`);
        return counts;
      },
    },
  );
  return new Map([...missing, ...results]);
}

/**
 * Prints each step's counts, the names of what failed and, as the very last line, the sum.
 * @param {Map<string, Counts>} results
 */
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
    for (const failure of counts.failures ?? []) console.log(`${" ".repeat(12)} ✘ ${failure}`);
  }
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0;
}

/** Named steps, or all; with `--changed` those that the changes concern. */
function chosenSteps() {
  const unknown = named.filter((name) => !(name in steps));
  if (unknown.length > 0) {
    console.error(`There is no ${unknown.join(", ")}. Choose among: ${Object.keys(steps).join(", ")}`);
    process.exit(2);
  }
  if (named.length > 0) return named;
  if (!changed) return Object.keys(steps);
  const overHttp = changed.integration.length > 0 ? ["integration"] : [];
  const inBrowser = changed.browser.length > 0 ? ["browser"] : [];
  return ["lint", "types", "unit", ...overHttp, ...inBrowser];
}

for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) {
  process.on(signal, () => {
    if (interrupted) process.exit(130);
    interrupted = true;
    signalAll(signal);
  });
}
process.on("exit", () => rmSync(reports, { recursive: true, force: true }));

const ready = await install();
const results = ready
  ? await runSteps(chosenSteps())
  : new Map([["packages", { ...countCheck(1), note: "npm ci failed" }]]);
process.exitCode = summarise(results) ? 0 : 1;
