/*
 * `npm run contract -- --url URL --token-file FILE [--write ID]`: detects a backend's list interface.
 */
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { EnvHttpProxyAgent, setGlobalDispatcher } from "undici";
import { sellersEndpoint } from "../app/.server/backend/contract/endpoints";
import { BackendSession, faultOfStatus, listIn } from "./contract/backend-session";
import { detectContract, MIN_SELLERS, printContract } from "./contract/detect-contract";
import { checkReading } from "./contract/read-checks";
import { checkWriting } from "./contract/write-checks";
import { optionFault, tokenOf, tokenOptions } from "./lib/token-option";

const USAGE = `npm run contract -- --url URL --token-file FILE [--write ID]
  --url URL          the sellers backend's base address, as in SELLERS_API_URL
  --token-file FILE  holds an access token of a person who may see sellers
  --token TOKEN      the same, shown to everybody on this machine
  --write ID         a seller that may be changed; it is put back as it was`;

function fail(text: string): never {
  console.error(text);
  process.exit(1);
}

function options() {
  try {
    const text = { type: "string" } as const;
    const { values } = parseArgs({ options: { url: text, write: text, help: { type: "boolean" }, ...tokenOptions } });
    return { ...values, token: tokenOf(values) };
  } catch (error) {
    return fail(`${optionFault(error)}${USAGE}`);
  }
}

const { url = "", token = "", write, help } = options();
if (help) {
  console.log(USAGE);
  process.exit(0);
}
if (!/^https?:\/\//.test(url) || !URL.canParse(url) || !token) fail(USAGE);

// If the backend stops responding midway, the command ends with one line, too.
process.on("uncaughtException", ({ message, cause }) => {
  fail(`✗ ${url} can't be reached: ${cause instanceof Error ? cause.message : message}`);
});

// The configuration may still be incomplete here, so the proxy is read without `env`.
if (existsSync(".env")) process.loadEnvFile(".env");
setGlobalDispatcher(new EnvHttpProxyAgent());
const session = new BackendSession(url, token);
const first = await session.call(sellersEndpoint);
if (first.status !== 200) fail(`✗ GET ${sellersEndpoint}: ${faultOfStatus(first)}`);
const contract = await detectContract(session, first);
if (!contract) fail(`✗ GET ${sellersEndpoint} answers no list: neither an array nor an object that holds one`);

const reading = await checkReading(session, contract);
const writing = write === undefined ? [] : await checkWriting(session, write);
const findings = [...reading, ...writing];
const width = Math.max(...findings.map(({ question }) => question.length));
for (const { question, isMet, text } of findings)
  console.log(`${isMet ? "✓" : "✗"} ${question.padEnd(width)}  ${text}`);
const obstacles = reading.filter(({ isFatal }) => isFatal).map(({ question }) => question);
if (obstacles.length > 0) fail(`\nThe panel can't work with this backend as it is: ${obstacles.join(", ")}.`);
if (listIn(contract, first).sellers.length < MIN_SELLERS) {
  console.log(
    `\nWith fewer than ${MIN_SELLERS} sellers the names of parameters can't be found out; these are the agreed ones.`,
  );
}
console.log(`\nFor the panel's configuration:\n\n${printContract(contract).join("\n")}`);
process.exit(writing.some(({ isFatal }) => isFatal) ? 1 : 0);
