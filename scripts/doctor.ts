/* `npm run doctor [-- --token-file FILE]`: checks the configuration (or ./.env), a line per check. */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { listContractOf } from "../app/.server/backend/contract/list-contract";
import { ConfigurationError, env } from "../app/.server/env";
import { setOutboundProxy } from "../app/.server/http/outbound-proxy";
import { CLOCK_SKEW_SECONDS } from "../app/auth/fixed-times";
import { listsChallengeMethods, type ProviderMetadata, providerMetadata } from "../app/auth/provider/discovery.server";
import { isKeyPairAlgorithm, signatureAlgorithms } from "../app/auth/provider/verify-token.server";
import { BackendSession } from "./contract/backend-session";
import { checkReading } from "./contract/read-checks";
import { checkDatabase } from "./doctor/check-database";
import { tryClient } from "./doctor/try-client";
import { optionFault, tokenOf, tokenOptions } from "./lib/token-option";

const PATIENCE_MS = 15_000;
/** The checks of the list need some forty calls. */
const READING_PATIENCE_MS = 120_000;

/** A failed check, with advice for the operator. */
class Finding extends Error {
  readonly advice: string;
  constructor(message: string, advice: string) {
    super(message);
    this.advice = advice;
  }
}

/** Each check by its name. A check resolves to a remark, or rejects. */
const checks: Record<string, () => Promise<string>> = {
  configuration: async () => {
    const { APP_URL } = env();
    return `the provider must know ${APP_URL}/auth, ${APP_URL}/auth/silent-renew and ${APP_URL}/auth/signed-out`;
  },

  provider: async () => {
    try {
      const { issuer } = await providerMetadata();
      return issuer;
    } catch (error) {
      throw new Finding(
        reasons(error),
        "check OIDC_ISSUER; the discovery document must name it as issuer, and S256 if it lists challenge methods",
      );
    }
  },

  "challenge method": async () =>
    listsChallengeMethods(await providerMetadata())
      ? "S256"
      : "S256 is sent, though the discovery document names no method (Entra ID and Cognito take it)",

  "signature of ID tokens": async () => {
    const algorithms = signatureAlgorithms(await providerMetadata());
    const accepted = algorithms.filter(isKeyPairAlgorithm);
    if (accepted.length > 0) return accepted.join(", ");
    throw new Finding(
      `the provider signs only with ${algorithms.join(", ")}, which the panel refuses`,
      "set the ID token's signature algorithm to RS256 at the provider: with a shared secret others could sign as well",
    );
  },

  "refresh tokens": async () => {
    const { OIDC_PROMPT, OIDC_SCOPE } = env();
    if (!OIDC_SCOPE.split(" ").includes("offline_access")) return "not asked for (OIDC_SCOPE)";
    const lacks = offersNoRefreshTokens(await providerMetadata());
    if (lacks && OIDC_PROMPT === undefined) {
      warnings.push(
        `${lacks}: set OIDC_PROMPT=off, or each sign-in is sent twice, the second time with prompt=consent`,
      );
    }
    return lacks ? "not offered" : "asked for; whether they come, the first sign-in shows";
  },

  "client credentials": async () => {
    const { outcome, said } = await tryClient(await providerMetadata(), PATIENCE_MS);
    if (outcome === "refused") {
      throw new Finding(
        `refused (${said})`,
        "check OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, and whether OIDC_CLIENT_AUTH is what the provider expects",
      );
    }
    if (/^5/.test(said)) throw new Finding(`the token endpoint answers ${said}`, "the provider is out of order");
    const remark = env().OIDC_CLIENT_SECRET ? "" : ", without a secret";
    return outcome === "accepted" ? `accepted${remark}` : `not refused, but the provider says no more than ${said}`;
  },

  "redirect URI /auth": () => redirectUri("/auth"),
  "redirect URI /auth/silent-renew": () => redirectUri("/auth/silent-renew"),

  "provider's keys": async () => {
    const { jwks_uri } = await providerMetadata();
    const keys = (await get(jwks_uri).then((response) => response.json())) as { keys?: unknown[] };
    if (!keys.keys?.length) throw new Finding(`no keys at ${jwks_uri}`, "no ID token can be checked without them");
    return `${keys.keys.length} at ${jwks_uri}`;
  },

  clock: async () => {
    const providerTime = Date.parse((await get((await providerMetadata()).jwks_uri)).headers.get("Date") ?? "");
    if (Number.isNaN(providerTime)) return "the provider says no time";
    const seconds = Math.round(Math.abs(Date.now() - providerTime) / 1000);
    if (seconds > CLOCK_SKEW_SECONDS) {
      throw new Finding(`${seconds} s from the provider's`, "set this machine's clock, or every ID token is refused");
    }
    return `${seconds} s from the provider's`;
  },

  "sellers backend": () => backend("SELLERS_API_URL", `${env().SELLERS_API_URL}/api/sellers?page=1&pageSize=1`, [404]),

  // Without a token a directory may respond 404, so no status is wrong.
  directory: () => backend("PROFILE_API_URL", `${env().PROFILE_API_URL}/api/DirectoryObject/doctor`, []),

  database: async () => {
    const { DATABASE_URL, DATABASE_MAX_MB } = env();
    const warn = (text: string) => warnings.push(text);
    try {
      return await checkDatabase({ url: DATABASE_URL.reveal(), maxMb: DATABASE_MAX_MB, warn });
    } catch (error) {
      throw new Finding(reasons(error), "check DATABASE_URL, and that this user may write there or reach it");
    }
  },
};

/** @returns what in the discovery document says so (RFC 8414 §2) */
function offersNoRefreshTokens(metadata: ProviderMetadata): string | undefined {
  const { scopes_supported: scopes, grant_types_supported: grants } = metadata;
  if (Array.isArray(scopes) && !scopes.includes("offline_access")) return "scopes_supported has no offline_access";
  if (Array.isArray(grants) && !grants.includes("refresh_token")) return "grant_types_supported has no refresh_token";
  return undefined;
}

/** Checks with a token whether the sellers backend works as the configuration says. */
async function sellersContract(token: string): Promise<string> {
  const findings = await checkReading(new BackendSession(env().SELLERS_API_URL, token), listContractOf(env()));
  const obstacles = findings.filter(({ isFatal }) => isFatal).map(({ question, text }) => `${question}: ${text}`);
  if (obstacles.length > 0) {
    throw new Finding(obstacles.join("; "), "`npm run contract` finds out what the backend understands");
  }
  for (const { question, isMet, text } of findings) if (!isMet) warnings.push(`${question}: ${text}`);
  return findings[0]?.text ?? "";
}

/** Warnings of the running check, which passes nevertheless; `report` prints them. */
const warnings: string[] = [];

const get = (url: string) => fetch(url, { redirect: "manual", signal: AbortSignal.timeout(PATIENCE_MS) });

/**
 * Tries a silent sign-in. A redirect back, even with `login_required`, means that the address is
 * registered: a provider must not redirect to others (RFC 6749 §3.1.2.4), and mostly responds 400.
 */
async function redirectUri(path: string): Promise<string> {
  const uri = `${env().APP_URL}${path}`;
  const url = new URL((await providerMetadata()).authorization_endpoint);
  const parameters = {
    response_type: "code",
    client_id: env().OIDC_CLIENT_ID,
    redirect_uri: uri,
    scope: "openid",
    state: "doctor",
    nonce: "doctor",
    prompt: "none",
    // No code is ever redeemed, so nobody needs the verifier.
    code_challenge: createHash("sha256").update("made-up-by-npm-run-doctor").digest("base64url"),
    code_challenge_method: "S256",
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  const response = await get(url.href);
  await response.body?.cancel();
  const { status } = response;
  const location = response.headers.get("Location") ?? "";
  const target = URL.canParse(location, url) ? new URL(location, url) : undefined;
  if (status >= 300 && status < 400 && target && target.origin + target.pathname === uri) {
    const error = target.searchParams.get("error") ?? "";
    if (!CLIENT_FAULTS.has(error)) return "known to the provider";
    throw new Finding(`the provider answers ${error}`, "see how the client is registered there");
  }
  if (status >= 400 && status < 500) {
    throw new Finding(`refused (${status})`, `register ${uri} with the provider, letter by letter`);
  }
  if (status >= 500) throw new Finding(`the authorization endpoint answers ${status}`, "the provider is out of order");
  return `the provider doesn't tell (${status}): make sure that ${uri} is registered`;
}

/** Errors that a provider sends to a registered address (RFC 6749 §4.1.2.1) about the client. */
const CLIENT_FAULTS = new Set(["unauthorized_client", "unsupported_response_type", "invalid_scope", "invalid_client"]);

/** Any response proves the backend, e.g. the expected 401, unless it is `wrong`, 3xx or 5xx. */
async function backend(variable: string, url: string, wrong: number[]): Promise<string> {
  const response = await get(url).catch((error: unknown) => {
    throw new Finding(reasons(error), `check ${variable}, and that this machine may reach it`);
  });
  await response.body?.cancel();
  const { status } = response;
  if (status >= 300 && status < 400)
    throw new Finding(`redirects (${status})`, `${variable} must be the final address`);
  if (status >= 500) throw new Finding(`answers ${status}`, `the backend behind ${variable} is out of order`);
  if (wrong.includes(status)) throw new Finding(`answers ${status} at ${url}`, `check ${variable}`);
  return status < 300 ? `answers ${status}, without asking for a token` : `answers ${status}`;
}

/** Returns the messages of an error and its causes, because fetch says only "fetch failed". */
function reasons(error: unknown): string {
  const messages: string[] = [];
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code } = at as { code?: unknown };
    messages.push(at.message || (typeof code === "string" ? code : at.name));
  }
  return [...new Set(messages)].join(": ");
}

async function report(name: string, check: () => Promise<string>, patienceMs = PATIENCE_MS): Promise<boolean> {
  const late = wait(patienceMs + 1_000, undefined, { ref: false }).then(() => {
    throw new Finding("no answer", "see whether something between here and there swallows the connection");
  });
  try {
    console.log(`ok    ${name}: ${await Promise.race([check(), late])}`);
    for (const warning of warnings.splice(0)) console.log(`warn  ${name}: ${warning}`);
    return true;
  } catch (error) {
    const advice = error instanceof Finding ? `; ${error.advice}` : "";
    console.log(`FAIL  ${name}: ${error instanceof Finding ? error.message : reasons(error)}${advice}`);
    return false;
  }
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
// The doctor prints each finding, so the app's code must not log it, too.
process.env.LOG_LEVEL = "silent";

try {
  env();
} catch (error) {
  if (!(error instanceof ConfigurationError)) throw error;
  for (const problem of error.problems) console.log(`FAIL  configuration: ${problem}; see .env.example`);
  process.exit(1);
}
await setOutboundProxy();
let healthy = true;
for (const [name, check] of Object.entries(checks)) healthy = (await report(name, check)) && healthy;
if (token) healthy = (await report("sellers contract", () => sellersContract(token), READING_PATIENCE_MS)) && healthy;
process.exit(healthy ? 0 : 1);
