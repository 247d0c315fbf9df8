import { LRUCache } from "lru-cache";
import { env } from "~/.server/env";
import { log } from "~/.server/log";
import { sha256 } from "~/.server/tokens";
import { providerMetadata } from "~/auth/provider/discovery.server";
import type { SignInTokens } from "~/auth/provider/token-requests.server";

/** When a person's sign-ins brought a refresh token. */
type Observation =
  /** It came without `prompt=consent`. */
  | "withoutConsent"
  /** It didn't come without `prompt=consent`, which hasn't been tried yet. */
  | "missing"
  /** It came only with `prompt=consent`. */
  | "onlyWithConsent"
  /** It didn't come even with `prompt=consent`. */
  | "never";

/** Keys are hashes of `sub`. */
const observations = new LRUCache<string, Observation>({ max: 10_000 });
/**
 * How many people's sign-ins have to show the same before it counts for everybody: one person may
 * have typed `prompt=consent` into the address.
 */
const ENOUGH_PEOPLE = 3;

/** What enough people's sign-ins have shown (OpenID Connect Core 1.0 §11); learning ends then. */
let verdict: Exclude<Observation, "missing"> | undefined;

/**
 * Returns the link's prompt or OIDC_PROMPT, not the two joined: Entra ID takes only one value. A
 * link's `consent` counts only if OIDC_PROMPT isn't set.
 * @throws ProviderUnavailable
 */
export async function promptFor(linkPrompt: string | null): Promise<string | undefined> {
  const prompt =
    linkPrompt === "login" ? await reauthPrompt() : await keepSupported(defaultPrompt(linkPrompt === "consent"));
  return prompt.length > 0 ? prompt.join(" ") : undefined;
}

async function reauthPrompt(): Promise<string[]> {
  // Google knows no `login` and lists no prompts in its discovery document.
  const reauth = env().OIDC_ISSUER.hostname === "accounts.google.com" ? "select_account" : "login";
  const prompt = await keepSupported(defaultPrompt().includes(reauth) ? defaultPrompt() : [reauth]);
  // Without `login` the provider at least shows its page of accounts.
  return prompt.includes(reauth) ? prompt : keepSupported(["select_account"]);
}

function defaultPrompt(asksConsent = false): string[] {
  const prompt = env().OIDC_PROMPT ?? (asksConsent || verdict === "onlyWithConsent" ? "consent" : "off");
  return prompt === "off" ? [] : valuesOf(prompt);
}

const valuesOf = (prompt: string) => [...new Set(prompt.split(" "))];

/** Drops unlisted values, which the provider would refuse on a page without a way back. */
async function keepSupported(prompt: string[]): Promise<string[]> {
  const { prompt_values_supported: supported } = await providerMetadata();
  return Array.isArray(supported) ? prompt.filter((value) => supported.includes(value)) : prompt;
}

/**
 * Learns from a sign-in whether refresh tokens need `prompt=consent`.
 * @param asksConsent whether this sign-in was sent with `prompt=consent`
 * @returns whether to send this person once more with it, because the refresh token is missing
 */
export async function learnConsentNeed(tokens: SignInTokens, asksConsent: boolean): Promise<boolean> {
  const { OIDC_PROMPT, OIDC_SCOPE } = env();
  if (!OIDC_SCOPE.split(" ").includes("offline_access")) return false;
  const hasRefreshToken = tokens.refreshToken !== undefined;
  const person = sha256(tokens.claims.sub);
  const before = observations.get(person);
  if (asksConsent) {
    // Without a missing refresh token before it, the person may have typed the parameter.
    if (before === "missing" || before === "onlyWithConsent")
      learn(person, hasRefreshToken ? "onlyWithConsent" : "never");
    return false;
  }
  if (hasRefreshToken) {
    if (OIDC_PROMPT === undefined) learn(person, "withoutConsent");
    return false;
  }
  if (verdict === "never" || before === "never" || (await keepSupported(["consent"])).length === 0) return false;
  // OIDC_PROMPT=consent was left out of a forced sign-in (`prompt=login`), so it is sent now.
  if (OIDC_PROMPT !== undefined) return defaultPrompt().includes("consent");
  // Who is known to need consent stays known, and is only sent with it again.
  if (before !== "onlyWithConsent") learn(person, "missing");
  return true;
}

function learn(person: string, observation: Observation): void {
  observations.set(person, observation);
  if (verdict || observation === "missing") return;
  const sameObservations = [...observations.values()].filter((each) => each === observation);
  if (sameObservations.length < ENOUGH_PEOPLE) return;
  verdict = observation;
  log().info({ refreshTokens: verdict }, "learnt when the provider gives refresh tokens");
}
