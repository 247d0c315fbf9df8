// Finds on this machine, or installs, the programs that tests need besides Node.
import { accessSync, constants, existsSync, readdirSync, realpathSync } from "node:fs";
import { userInfo } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { run } from "./process.mjs";
import { bin } from "./project.mjs";

const INSTALL_WITHIN_MS = 15 * 60_000;

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
 * @param {string} name @returns {string | undefined} where PATH or a usual folder has the command
 */
export function findCommand(name) {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/bin", "/usr/local/bin", "/usr/sbin"];
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

/** The headless shell is first, because it takes three fifths of a browser's processor time. */
const CHROMIUM_NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];

/**
 * Returns the path of this machine's Chromium: CHROMIUM_PATH, else a known command.
 * @returns {string | undefined} undefined means Playwright's own, also if CHROMIUM_PATH is ""
 */
export function findChromium() {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH !== undefined) return CHROMIUM_PATH || undefined;
  return CHROMIUM_NAMES.map(findCommand).find((path) => path !== undefined);
}

const findFirefox = () => findCommand("firefox-esr") ?? findCommand("firefox");

/**
 * Returns Playwright's options for a stock Firefox, over WebDriver BiDi. HOME must belong to the
 * user, because Firefox as root refuses another user's home.
 */
export const stockFirefox = () => ({
  channel: "moz-firefox",
  executablePath: findFirefox(),
  env: { .../** @type {Record<string, string>} */ (process.env), HOME: userInfo().homedir },
});

/**
 * Finds Debian's WebKit with its driver, and a virtual display.
 * @returns {{ xvfbRun: string, driver: string, browser: string } | undefined}
 */
export function findWebKit() {
  const browser = ["x86_64", "aarch64"]
    .map((machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-4.1/MiniBrowser`)
    .find(isExecutable);
  const [xvfbRun, driver] = [findCommand("xvfb-run"), findCommand("WebKitWebDriver")];
  return xvfbRun && driver && browser ? { xvfbRun, driver, browser } : undefined;
}

/** Debian keeps the server's commands out of PATH, in one folder for each major version. */
const DEBIAN_POSTGRES = "/usr/lib/postgresql";

/**
 * Returns the folder of PostgreSQL's server commands (`initdb`, `pg_ctl`, `postgres`): the one in
 * PATH, else Debian's newest. As root the commands need Debian's user `postgres`.
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

let areListsFresh = false;

/**
 * Installs Debian packages, if this process is root on a system with apt-get.
 * @param {string[]} packages
 * @returns {Promise<boolean>} whether apt-get installed them
 */
async function aptInstall(packages) {
  const apt = isRoot ? findCommand("apt-get") : undefined;
  if (!apt) return false;
  console.log(`Installing ${packages.join(", ")} (apt-get)…`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const options = /** @type {const} */ ({ env, stdio: ["ignore", "ignore", "inherit"], timeout: INSTALL_WITHIN_MS });
  if (!areListsFresh) await run(apt, ["update", "-qq"], options);
  areListsFresh = true;
  return (await run(apt, ["install", "-y", "-qq", "--no-install-recommends", ...packages], options)) === 0;
}

/** @param {() => unknown} find @param {string[]} packages Debian's */
const orInstall = (find, packages) => async () => Boolean(find() ?? ((await aptInstall(packages)) && find()));

/**
 * @param {"chromium" | "firefox"} browser
 * @param {import("@playwright/test").LaunchOptions} options
 * @returns {Promise<boolean>} false for a stub, or a browser that lacks system libraries
 */
async function canStart(browser, options) {
  const running = await (await import("@playwright/test"))[browser].launch(options).catch(() => undefined);
  await running?.close();
  return running !== undefined;
}

/**
 * Makes sure of a Chromium that starts: the machine's, else Playwright's download, else Debian's
 * package. CHROMIUM_PATH tells playwright.config.ts which.
 */
async function ensureChromium() {
  const executablePath = findChromium();
  if (executablePath && (await canStart("chromium", { executablePath }))) return true;
  process.env.CHROMIUM_PATH = "";
  if (await canStart("chromium", {})) return true;
  console.log("Downloading a Chromium (playwright install)…");
  const env = { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: "15000" };
  const options = /** @type {const} */ ({ env, stdio: "ignore", timeout: INSTALL_WITHIN_MS });
  await run(bin("playwright"), ["install", "--only-shell", "chromium"], options);
  if (await canStart("chromium", {})) return true;
  delete process.env.CHROMIUM_PATH;
  if (!(await aptInstall(["chromium-headless-shell"]))) await aptInstall(["chromium"]);
  return findChromium() !== undefined && canStart("chromium", { executablePath: findChromium() });
}

const ensureFirefox = orInstall(findFirefox, ["firefox-esr"]);
/** @type {[name: string, steps: string[], ensure: () => Promise<boolean>][]} */
const NEEDS = [
  ["Chromium", ["browser"], ensureChromium],
  ["PostgreSQL's server", ["unit", "integration"], orInstall(findPostgres, ["postgresql"])],
  ["nginx", ["integration"], orInstall(() => findCommand("nginx"), ["nginx-light"])],
  ["Firefox", ["firefox"], async () => (await ensureFirefox()) && canStart("firefox", stockFirefox())],
  ["WebKit with xvfb", ["webkit"], orInstall(findWebKit, ["webkit2gtk-driver", "xvfb", "xauth"])],
];

/**
 * Makes sure of what the steps need before any step begins, because parallel installations would
 * fail at dpkg's lock.
 * @param {string[]} steps
 * @returns {Promise<{ name: string, steps: string[] }[]>} missing programs with the steps' names
 */
export async function prepareMachine(steps) {
  const missing = [];
  for (const [name, needing, ensure] of NEEDS) {
    if (needing.some((step) => steps.includes(step)) && !(await ensure())) missing.push({ name, steps: needing });
  }
  return missing;
}
