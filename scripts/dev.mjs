// `npm run dev`: sandbox and app from sources, reloaded on change. Ctrl-C stops it.
import { join } from "node:path";
import { dataFolder, runToTheEnd, settle, startSandbox } from "./lib/local-world.mjs";
import { install, root } from "./lib/project.mjs";

/** @param {import("./lib/local-world.mjs").Household} household */
async function dev(household) {
  if (!(await install())) return { code: 1, reason: "The packages couldn't be installed." };
  const { ports, sessionSecret } = await settle("dev");
  const sandbox = await startSandbox(household, ports, "dev");
  if (!sandbox) return household.ended;

  const url = `http://localhost:${ports.app}`;
  const env = {
    ...sandbox.env,
    NODE_ENV: "development",
    APP_URL: url,
    SESSION_SECRET: sessionSecret,
    DATABASE_URL: `file:${join(dataFolder, "dev.db")}`,
    STYLE_GUIDE: "on",
    // Vite asks for every module by itself; a line for each would bury what matters.
    LOG_LEVEL: process.env.LOG_LEVEL ?? "warn",
  };
  const remix = join(root, "node_modules/@remix-run/dev/dist/cli.js");
  household.add("app", [remix, "vite:dev", "--port", String(ports.app), "--strictPort"], env);
  if (await household.ready(`${url}/healthz`)) {
    const { login, password } = /** @type {{ login: string, password: string }} */ (sandbox.accounts.franchisee);
    console.log(`\nDevelopment at ${url}; sign in as ${login} / ${password}.`);
  }
  return household.ended;
}

await runToTheEnd(dev);
