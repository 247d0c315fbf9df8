import { env } from "~/.server/env";
import { log } from "~/.server/log";
import { atMostEvery } from "~/.server/times";
import { providerMetadata } from "~/auth/provider/discovery.server";
import type { SignInTokens } from "~/auth/provider/token-requests.server";

const isAdviceDue = atMostEvery(3_600_000);

/**
 * Returns the link's `prompt` or OIDC_PROMPT, never both: Entra ID refuses `prompt=login consent`. A
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
  const prompt = env().OIDC_PROMPT ?? (asksConsent ? "consent" : "off");
  return prompt === "off" ? [] : valuesOf(prompt);
}

const valuesOf = (prompt: string) => [...new Set(prompt.split(" "))];

/** Drops values that the provider doesn't list: it would show an error page without a way back. */
async function keepSupported(prompt: string[]): Promise<string[]> {
  const { prompt_values_supported: supported } = await providerMetadata();
  return Array.isArray(supported) ? prompt.filter((value) => supported.includes(value)) : prompt;
}

/**
 * Whether to send this person once more, with `prompt=consent`: the sign-in asked for
 * `offline_access` and brought no refresh token (OpenID Connect Core 1.0 §11).
 * @param asksConsent whether this sign-in was sent with `prompt=consent`
 */
export async function needsConsent({ refreshToken }: SignInTokens, asksConsent: boolean): Promise<boolean> {
  const { OIDC_PROMPT, OIDC_SCOPE } = env();
  if (refreshToken || asksConsent || !OIDC_SCOPE.split(" ").includes("offline_access")) return false;
  if ((await keepSupported(["consent"])).length === 0) return false;
  // OIDC_PROMPT=consent was left out of a forced sign-in (`prompt=login`), so it is sent now.
  if (OIDC_PROMPT !== undefined) return defaultPrompt().includes("consent");
  if (isAdviceDue()) {
    log().warn(
      "sign-ins bring no refresh token, so each is repeated with prompt=consent: " +
        "set OIDC_PROMPT=consent if that brings one, else OIDC_PROMPT=off",
    );
  }
  return true;
}
