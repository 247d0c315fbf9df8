// `npm run demo`: the whole product in production mode, also on a fresh clone. Ctrl-C stops it.
import { join } from "node:path";
import { dataFolder, runToTheEnd, settle, startSandbox } from "./lib/local-world.mjs";
import { build, buildIsFresh, install, remixServe, serverBuild } from "./lib/project.mjs";

/** What each of the sandbox's accounts demonstrates. */
const SHOWS = {
  franchisee: "a franchisee",
  listed: "a franchisee among other job titles",
  imageless: "a franchisee without a picture: initials instead",
  outsider: "no franchisee: Brak autoryzacji",
  unknown: "no record in the directory: Brak autoryzacji",
};

/** @param {import("./lib/local-world.mjs").Household} household */
async function demo(household) {
  if (!(await install())) return { code: 1, reason: "The packages couldn't be installed." };
  if (!buildIsFresh() && !(await build())) return { code: 1, reason: "The app doesn't build." };
  const { ports, sessionSecret } = await settle("demo");
  const sandbox = await startSandbox(household, ports, "demo");
  if (!sandbox) return household.ended;

  const url = `http://localhost:${ports.app}`;
  const env = {
    ...sandbox.env,
    NODE_ENV: "production",
    APP_URL: url,
    HOST: "127.0.0.1",
    PORT: String(ports.app),
    SESSION_SECRET: sessionSecret,
    DATABASE_URL: `file:${join(dataFolder, "panel.db")}`,
    STYLE_GUIDE: "on",
  };
  household.add("app", [remixServe, serverBuild], env, "demo.log");
  if (await household.ready(`${url}/readyz`)) welcome(url, sandbox.accounts);
  return household.ended;
}

/** @param {string} url @param {Record<string, { login: string, password: string }>} accounts */
function welcome(url, accounts) {
  const rows = Object.entries(SHOWS).map(([role, shows]) => {
    const { login, password } = /** @type {{ login: string, password: string }} */ (accounts[role]);
    return `  ${login.padEnd(20)} ${password.padEnd(10)} ${shows}`;
  });
  console.log(`
Panel franczyzobiorcy runs at ${url}

  ${"login".padEnd(20)} ${"password".padEnd(10)} who it is
${rows.join("\n")}

Everything is kept in ./data; the log is data/demo.log. Ctrl-C stops it.`);
}

await runToTheEnd(demo);
