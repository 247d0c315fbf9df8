/* `npm run doctor [-- --token-file FILE]`: checks the configuration (or ./.env), a line per check. */
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { listContractOf } from "../app/.server/backend/contract/list-contract";
import { ConfigurationError, env, readEnv, unknownVariables } from "../app/.server/env";
import { setOutboundProxy } from "../app/.server/http/outbound-proxy";
import { BackendSession } from "./contract/backend-session";
import { checkReading } from "./contract/read-checks";
import { checkDatabase } from "./doctor/check-database";
import { checkDirectoryEntry, checkToken } from "./doctor/check-directory";
import { checkDiscovery, providerChecks } from "./doctor/check-provider";
import { type Check, describeResponse, Finding, get, reasons, report, skip } from "./doctor/report";
import { optionFault, tokenOf, tokenOptions } from "./lib/token-option";

/** The checks of the list need some forty calls. */
const READING_PATIENCE_MS = 120_000;

const checkConfiguration: Check = async (warn) => {
  for (const name of unknownVariables(process.env)) warn(`${name} is no variable of the panel, and has no effect`);
  const { APP_URL } = env();
  return `the provider must know ${APP_URL}/auth, ${APP_URL}/auth/silent-renew and ${APP_URL}/auth/signed-out`;
};

/** Checks of the backends and the database, by name. */
const otherChecks: Record<string, Check> = {
  "sellers backend": () => backend("SELLERS_API_URL", `${env().SELLERS_API_URL}/api/sellers?page=1&pageSize=1`, [404]),

  // Without a token a directory may respond 404, so no status is wrong.
  directory: () => backend("PROFILE_API_URL", `${env().PROFILE_API_URL}/api/DirectoryObject/doctor`, []),

  database: async (warn) => {
    const { DATABASE_URL, DATABASE_MAX_MB } = env();
    try {
      return await checkDatabase({ url: DATABASE_URL.reveal(), maxMb: DATABASE_MAX_MB, warn });
    } catch (error) {
      throw new Finding(reasons(error), "check DATABASE_URL, and that this user may write there or reach it");
    }
  },
};

/** Checks with a token whether the sellers backend works as the configuration says. */
async function sellersContract(token: string, warn: (text: string) => void): Promise<string> {
  const findings = await checkReading(new BackendSession(env().SELLERS_API_URL, token), listContractOf(env()));
  const obstacles = findings.filter(({ isFatal }) => isFatal).map(({ question, text }) => `${question}: ${text}`);
  if (obstacles.length > 0) {
    throw new Finding(obstacles.join("; "), "`npm run contract` finds out what the backend understands");
  }
  for (const { question, isMet, text } of findings) if (!isMet) warn(`${question}: ${text}`);
  return findings[0]?.text ?? "";
}

/** Any answer, e.g. 401, shows that the backend is there, but a 3xx, 5xx, web page or `wrong`. */
async function backend(variable: string, url: string, wrong: number[]): Promise<string> {
  const response = await get(url, `check ${variable}, and that this machine may reach it`);
  await response.body?.cancel();
  const { status } = response;
  const description = `${url} ${describeResponse(response)}`;
  if (status >= 300 && status < 400) throw new Finding(description, `${variable} must be the final address`);
  if (status >= 500) throw new Finding(description, `the backend behind ${variable} is out of order`);
  if (wrong.includes(status)) throw new Finding(description, `check ${variable}`);
  if (response.ok && /html/.test(response.headers.get("Content-Type") ?? "")) {
    throw new Finding(description, `check ${variable}: a page is no backend`);
  }
  return status < 300 ? `answers ${status}, without asking for a token` : `answers ${status}`;
}

function readToken(): string | undefined {
  try {
    return tokenOf(parseArgs({ options: tokenOptions }).values);
  } catch (error) {
    console.error(`${optionFault(error)}doctor [--token-file FILE | --token TOKEN]`);
    process.exit(2);
  }
}

const token = readToken();
if (existsSync(".env")) process.loadEnvFile(".env");

try {
  readEnv(process.env);
} catch (error) {
  if (!(error instanceof ConfigurationError)) throw error;
  for (const problem of error.problems) console.log(`FAIL  configuration: ${problem}; see .env.example`);
  process.exit(1);
}
// The doctor prints each finding, so the app's code must not log it, too.
process.env.LOG_LEVEL = "silent";
await setOutboundProxy();

let isHealthy = true;
async function run(name: string, check: Check, patienceMs?: number): Promise<boolean> {
  const hasPassed = await report(name, check, patienceMs);
  isHealthy &&= hasPassed;
  return hasPassed;
}

await run("configuration", checkConfiguration);
const isProviderKnown = await run("provider", checkDiscovery);
if (isProviderKnown) for (const [name, check] of Object.entries(providerChecks)) await run(name, check);
else skip("the rest of the provider", "its discovery document can't be read");
for (const [name, check] of Object.entries(otherChecks)) await run(name, check);
if (!token)
  skip("directory entry and sellers contract", "they need --token-file, with an access token of a franchisee");
else if (await run("token", () => checkToken(token))) {
  if (isProviderKnown) await run("directory entry", () => checkDirectoryEntry(token));
  await run("sellers contract", (warn) => sellersContract(token, warn), READING_PATIENCE_MS);
}
process.exit(isHealthy ? 0 : 1);
