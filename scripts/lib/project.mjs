// Knows the project's paths, installs and builds. It runs before packages are installed, so it
// imports only Node's own modules.
import { readdirSync, readFileSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "./process.mjs";

/** The folder that holds package.json. */
export const root = fileURLToPath(new URL("../../", import.meta.url)).replace(/\/$/, "");

/** The server build that remix-serve runs. */
export const serverBuild = join(root, "build/server/index.js");

/** remix-serve's script, started as `node cli.js` so that signals reach the server. */
export const remixServe = join(root, "node_modules/@remix-run/serve/dist/cli.js");

/** @param {string} name of a package's command, such as `vitest` */
export const bin = (name) => join(root, "node_modules/.bin", name);

/** @param {string} path */
function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

/**
 * Whether node_modules holds what package-lock.json lists, by npm's hidden lock file. Dates would
 * mislead: a fresh checkout makes package-lock.json newer than the right packages.
 */
function packagesInstalled() {
  const wanted = readJson(join(root, "package-lock.json"))?.packages;
  const present = readJson(join(root, "node_modules/.package-lock.json"))?.packages;
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(
    ([path, entry]) => path === "" || (present[path] ? present[path].version === entry.version : entry.optional),
  );
}

function nodeIsNewEnough() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return true;
  console.error(`Node 20.19 or newer is needed; this is ${process.versions.node}.`);
  return false;
}

/** Installs the locked packages unless they are installed. Resolves to whether that worked. */
export async function install() {
  if (!nodeIsNewEnough()) return false;
  if (packagesInstalled()) return true;
  console.log("Installing packages (npm ci)…");
  // The caller's NODE_ENV or npm settings must not leave out what the build and the tests need.
  return (await run("npm", ["ci", "--include=dev", "--no-audit", "--no-fund"], { cwd: root })) === 0;
}

const SOURCES = [
  "app",
  "public",
  "package.json",
  "package-lock.json",
  "remix.config.js",
  "vite.config.ts",
  "scripts",
  "tsconfig.json",
];

/**
 * @param {string} path
 * @returns {number} the newest modification time (ms) at or below `path`, without tests; a deletion
 * touches its folder
 */
function newest(path) {
  if (/\.test\.tsx?$/.test(path)) return 0;
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  return readdirSync(path).reduce((latest, name) => Math.max(latest, newest(join(path, name))), stat.mtimeMs);
}

/** Whether the build exists and no source was changed after the build began. */
export function buildIsFresh() {
  const built = statSync(serverBuild, { throwIfNoEntry: false });
  return built !== undefined && SOURCES.every((source) => newest(join(root, source)) <= built.mtimeMs);
}

/**
 * Builds the app for production. Resolves to whether the build worked.
 * @param {import("node:child_process").SpawnOptions} [options]
 */
export async function build(options = {}) {
  const begun = new Date();
  const env = { ...process.env, NODE_ENV: "production" };
  if ((await run(bin("remix"), ["vite:build"], { cwd: root, env, ...options })) !== 0) return false;
  // A source saved while the build ran is newer than the build.
  utimesSync(serverBuild, begun, begun);
  return true;
}
