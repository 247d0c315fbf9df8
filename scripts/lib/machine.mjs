// What tests need beside Node: Chromium, PostgreSQL's server, redis-server, and optionally nginx and
// Firefox.
import { accessSync, constants, existsSync, readdirSync, realpathSync } from "node:fs";
import { userInfo } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { run } from "./process.mjs";
import { bin } from "./project.mjs";

/** Headless, as Playwright's own download: three fifths of the full browser's processor time. */
const HEADLESS_SHELL = "chromium-headless-shell";
const CHROMIUM_NAMES = [HEADLESS_SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

const INSTALL_WITHIN_MS = 15 * 60_000;
const OPTIONAL_WITHIN_MS = 5 * 60_000;

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

/**
 * @param {string} name
 * @returns {string | undefined} where PATH or a usual folder has the command
 */
export function findCommand(name) {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/bin", "/usr/local/bin", "/usr/sbin"].filter(
    Boolean,
  );
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

/**
 * The Chromium that this machine has: CHROMIUM_PATH (set but empty means Playwright's own), else a
 * known command.
 * @returns {string | undefined} undefined leaves it to Playwright's own
 */
export function findChromium() {
  const configuredPath = process.env.CHROMIUM_PATH;
  if (configuredPath !== undefined) return configuredPath || undefined;
  for (const name of CHROMIUM_NAMES) {
    const path = findCommand(name);
    if (path) return path;
  }
  return undefined;
}

/** Chromium's sandbox doesn't work for root, and a container seldom has a GPU. */
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

/**
 * Installs Debian packages when this is root on such a system.
 * @param {string[]} packages
 * @param {number} [withinMs]
 * @returns {Promise<boolean>} whether apt-get did so
 */
async function aptInstall(packages, withinMs = INSTALL_WITHIN_MS) {
  const apt = isRoot ? findCommand("apt-get") : undefined;
  if (!apt) return false;
  console.log(`Installing ${packages.join(", ")} (apt-get)…`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const quiet = /** @type {const} */ ({ env, stdio: ["ignore", "ignore", "inherit"], timeout: withinMs });
  await run(apt, ["update", "-qq"], quiet);
  return (await run(apt, ["install", "-y", "-qq", "--no-install-recommends", ...packages], quiet)) === 0;
}

/** Makes sure of a `redis-server` command. */
export async function ensureRedis() {
  return findCommand("redis-server") !== undefined || (await aptInstall(["redis-server"]));
}

/** Debian keeps the server's commands out of PATH, in one folder for each major version. */
const DEBIAN_POSTGRES = "/usr/lib/postgresql";

/**
 * The folder of PostgreSQL's server commands (`initdb`, `pg_ctl`, `postgres`): PATH's, else the
 * newest of Debian's. The commands refuse to run as root: Debian's package makes a user `postgres`.
 * @returns {string | undefined}
 */
export function findPostgres() {
  const inPath = findCommand("initdb");
  const versions = existsSync(DEBIAN_POSTGRES) ? readdirSync(DEBIAN_POSTGRES) : [];
  const debian = versions.sort((one, other) => Number(other) - Number(one));
  return [
    ...(inPath ? [dirname(realpathSync(inPath))] : []),
    ...debian.map((version) => join(DEBIAN_POSTGRES, version, "bin")),
  ].find((folder) => ["initdb", "postgres"].every((name) => isExecutable(join(folder, name))));
}

/** Makes sure of PostgreSQL's server. */
export async function ensurePostgres() {
  return findPostgres() !== undefined || ((await aptInstall(["postgresql"])) && findPostgres() !== undefined);
}

/** Whether there is an `nginx` command, or as root on Debian now is; tests do without. */
export async function ensureNginx() {
  return findCommand("nginx") !== undefined || (await aptInstall(["nginx-light"], OPTIONAL_WITHIN_MS));
}

/**
 * How Playwright starts a stock Firefox: over WebDriver BiDi, with the user's own home, since as
 * root it refuses another's.
 * @param {string} executablePath
 */
export const stockFirefox = (executablePath) => ({
  channel: "moz-firefox",
  executablePath,
  env: { .../** @type {Record<string, string>} */ (process.env), HOME: userInfo().homedir },
});

/**
 * The stock Firefox of this machine that starts, or as root Debian's, which is got where there is
 * none; tests do without.
 * @returns {Promise<string | undefined>} where it is
 */
export async function ensureFirefox() {
  const find = () => findCommand("firefox-esr") ?? findCommand("firefox");
  const path = find() ?? ((await aptInstall(["firefox-esr"], OPTIONAL_WITHIN_MS)) ? find() : undefined);
  if (path === undefined) return undefined;
  const { firefox } = await import("@playwright/test");
  try {
    await (await firefox.launch(stockFirefox(path))).close();
    return path;
  } catch {
    return undefined;
  }
}

/**
 * Debian's WebKit with its driver and a display without a screen; tests do without.
 * @returns {string[] | undefined} where `xvfb-run`, the driver and the browser are
 */
export function findWebKit() {
  const libraries = ["/usr/lib", "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu"];
  const binary = libraries
    .flatMap((folder) => ["4.1", "4.0"].map((version) => join(folder, `webkit2gtk-${version}`, "MiniBrowser")))
    .find(isExecutable);
  const parts = [findCommand("xvfb-run"), findCommand("WebKitWebDriver"), binary].filter((path) => path !== undefined);
  return parts.length === 3 ? parts : undefined;
}

/**
 * Whether Playwright can start this Chromium: one that is there may be a stub, or lack system
 * libraries.
 * @param {string | undefined} executablePath undefined for Playwright's own
 */
async function launches(executablePath) {
  const { chromium } = await import("@playwright/test");
  try {
    const browser = await chromium.launch({ executablePath, args: chromiumFlags });
    await browser.close();
    return true;
  } catch {
    return false;
  }
}

/**
 * Makes sure of a Chromium that starts: the machine's, else Playwright's download, else Debian's
 * package. Which one is left in CHROMIUM_PATH for playwright.config.ts.
 */
export async function ensureChromium() {
  const present = findChromium();
  if (present && (await launches(present))) return true;

  process.env.CHROMIUM_PATH = "";
  if (await launches(undefined)) return true;
  console.log("Downloading a Chromium (playwright install)…");
  const env = { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: "15000" };
  const options = /** @type {const} */ ({ env, stdio: "ignore", timeout: INSTALL_WITHIN_MS });
  const downloaded = (await run(bin("playwright"), ["install", "--only-shell", "chromium"], options)) === 0;
  if (downloaded && (await launches(undefined))) return true;
  console.log(downloaded ? "It doesn't start here." : "The download failed.");

  delete process.env.CHROMIUM_PATH;
  if (!(await aptInstall([HEADLESS_SHELL]))) await aptInstall(["chromium"]);
  const installed = findChromium();
  return installed !== undefined && (await launches(installed));
}
