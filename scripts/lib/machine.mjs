// What the tests need from the machine beside Node: a Chromium and a redis-server.
import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const CHROMIUM_NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

export const isRoot = process.getuid?.() === 0;

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** @param {string} name @returns {string | undefined} where PATH or /usr/bin has the command */
export function findCommand(name) {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/bin", "/usr/local/bin"].filter(Boolean);
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

/**
 * The Chromium that this machine has: CHROMIUM_PATH, else a known command.
 * @returns {string | undefined} undefined leaves it to Playwright's own
 */
export function findChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  for (const name of CHROMIUM_NAMES) {
    const path = findCommand(name);
    if (path) return path;
  }
  return undefined;
}

/** Chromium's sandbox doesn't work for root, and a container seldom has a GPU or anything to update from. */
export const chromiumFlags = isRoot
  ? [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
    ]
  : [];

/** @param {string} path @returns {boolean} whether it starts at all: a downloaded browser may lack system libraries */
export const starts = (path) => spawnSync(path, ["--version"], { stdio: "ignore", timeout: 60_000 }).status === 0;

/**
 * Installs Debian packages when this is root on such a system.
 * @param {string[]} packages
 * @returns {boolean} whether apt-get did so
 */
export function aptInstall(packages) {
  const apt = isRoot ? findCommand("apt-get") : undefined;
  if (!apt) return false;
  console.log(`Installing ${packages.join(", ")} (apt-get)…`);
  /** @param {string[]} args */
  const run = (args) =>
    spawnSync(apt, args, {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      timeout: 15 * 60_000,
    }).status === 0;
  run(["update", "-qq"]);
  return run(["install", "-y", "-qq", "--no-install-recommends", ...packages]);
}
