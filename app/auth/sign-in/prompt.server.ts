import { LRUCache } from "lru-cache";
import { env } from "~/.server/env";
import { log } from "~/.server/log";
import { hashed } from "~/.server/store/hashed";
import { providerMetadata } from "~/auth/provider/discovery.server";
import type { SignInTokens } from "~/auth/provider/provider.server";

/**
 * What a person's sign-ins have shown. Without `prompt=consent`: a refresh token was `given`, or `lacking`. After it was lacking, with
 * that prompt: consent was `needed`, or `useless`.
 */
type Shown = "given" | "lacking" | "needed" | "useless";

/** People of whom it is remembered; whoever signed in longest ago is forgotten first, and at worst is asked once more. */
const MAX_PEOPLE = 10_000;
/**
 * By the SHA-256 of the person's `sub`. An authorization request travels through the browser, where its person may change scope
 * and prompt: what one person's sign-ins show counts for that person alone.
 */
const shown = new LRUCache<string, Shown>({ max: MAX_PEOPLE });
/** So many different people have to show the same before it holds for everybody. */
const ENOUGH_PEOPLE = 3;

/**
 * Whether this provider gives refresh tokens only after `prompt=consent` (OpenID Connect Core 1.0 §11 allows that), as far as this
 * process has seen. `given`: people get them without it as a rule; one who doesn't is still asked for consent once.
 */
let settled: Exclude<Shown, "lacking"> | undefined;

/**
 * The `prompt` of an authorization request (OpenID Connect Core 1.0 §3.1.2.1): what OIDC_PROMPT says, or what is asked for
 * in its place. The two are never joined, because Entra ID takes one value and no more; consent that gave way is asked for
 * afterwards, where it is missed (`worthAskingConsent`).
 * @param asked what a link of ours asks for: `login` has the provider ask who is there even where it knows the person
 * (OIDC_REAUTH_PROMPT), `consent` tries whether it brings a refresh token; anything else counts for nothing
 * @throws ProviderUnavailable
 */
export async function promptFor(asked: string | null): Promise<string | undefined> {
  const prompt =
    asked === "login" ? await reauthPrompt() : await taken(asked === "consent" ? consentPrompt() : always());
  return prompt.length > 0 ? prompt.join(" ") : undefined;
}

async function reauthPrompt(): Promise<string[]> {
  const reauth = valuesOf(env().OIDC_REAUTH_PROMPT);
  const prompt = await taken(reauth.every((value) => always().includes(value)) ? always() : reauth);
  return prompt.some((value) => reauth.includes(value)) ? prompt : taken(["select_account"]);
}

function consentPrompt(): string[] {
  return env().OIDC_PROMPT === undefined ? ["consent"] : always();
}

function always(): string[] {
  const prompt = env().OIDC_PROMPT ?? (settled === "needed" ? "consent" : "off");
  return prompt === "off" ? [] : valuesOf(prompt);
}

const valuesOf = (prompt: string) => [...new Set(prompt.split(" "))];

/**
 * Only the values that the provider takes, where it lists them (Initiating User Registration via OpenID Connect 1.0 §4.2). Others it
 * would refuse on a page of its own, from which no way leads back.
 */
async function taken(prompt: string[]): Promise<string[]> {
  const { prompt_values_supported: supported } = await providerMetadata();
  return Array.isArray(supported) ? prompt.filter((value) => supported.includes(value)) : prompt;
}

/**
 * Learns from a sign-in that succeeded.
 * @returns whether it is worth going to the provider once more, with `prompt=consent`, for the refresh token that is
 * missing
 */
export async function worthAskingConsent(tokens: SignInTokens, asksConsent: boolean): Promise<boolean> {
  const { OIDC_PROMPT, OIDC_SCOPE } = env();
  if (!OIDC_SCOPE.split(" ").includes("offline_access")) return false;
  const given = tokens.refreshToken !== undefined;
  const person = hashed(tokens.claims.sub);
  const before = shown.get(person);
  if (asksConsent) {
    // Only after a sign-in without consent brought no refresh token: the parameter may have been put in by hand.
    if (before === "lacking" || before === "needed") learn(person, given ? "needed" : "useless");
    return false;
  }
  if (given) {
    if (OIDC_PROMPT === undefined) learn(person, "given");
    return false;
  }
  if (settled === "useless" || before === "useless" || (await taken(["consent"])).length === 0) return false;
  // With OIDC_PROMPT nothing is learnt. If it asks for consent, OIDC_REAUTH_PROMPT took its place this time.
  if (OIDC_PROMPT !== undefined) return always().includes("consent");
  if (before !== "needed") learn(person, "lacking");
  return true;
}

function learn(person: string, what: Shown): void {
  shown.set(person, what);
  if (settled || what === "lacking") return;
  const alike = [...shown.values()].filter((each) => each === what);
  if (alike.length < ENOUGH_PEOPLE) return;
  settled = what;
  log().info({ consent: settled }, "whether prompt=consent brings refresh tokens");
}
