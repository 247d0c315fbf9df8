import { env } from "~/.server/env";
import { log } from "~/.server/log";
import { atMostEvery } from "~/.server/times";
import { providerMetadata } from "~/auth/provider/discovery.server";
import type { SignInTokens } from "~/auth/provider/token-requests.server";

const isAdviceDue = atMostEvery(3_600_000);

/** A link's `prompt=login` replaces OIDC_PROMPT: Entra ID refuses `prompt=login consent`. */
export async function promptFor(linkPrompt: string | null): Promise<string | undefined> {
  const prompt =
    linkPrompt === "login" ? await reauthPrompt() : await keepSupported(defaultPrompt(linkPrompt === "consent"));
  return prompt.length > 0 ? prompt.join(" ") : undefined;
}

async function reauthPrompt(): Promise<string[]> {
  // Google gets `select_account`: it doesn't support `login`, but its discovery document doesn't
  // say so.
  const reauth = env().OIDC_ISSUER.hostname === "accounts.google.com" ? "select_account" : "login";
  const prompt = await keepSupported(defaultPrompt().includes(reauth) ? defaultPrompt() : [reauth]);
  // Without `login`, the list of accounts at least shows who signs in.
  return prompt.includes(reauth) ? prompt : keepSupported(["select_account"]);
}

function defaultPrompt(asksConsent = false): string[] {
  const prompt = env().OIDC_PROMPT ?? (asksConsent ? "consent" : "off");
  return prompt === "off" ? [] : valuesOf(prompt);
}

const valuesOf = (prompt: string) => [...new Set(prompt.split(" "))];

/** Leaves out values for which the provider would show an error page without a link back. */
async function keepSupported(prompt: string[]): Promise<string[]> {
  const { prompt_values_supported: supported } = await providerMetadata();
  return Array.isArray(supported) ? prompt.filter((value) => supported.includes(value)) : prompt;
}

/**
 * True if the sign-in should be repeated with `prompt=consent`: some providers issue a refresh
 * token only then (OpenID Connect Core 1.0 §11).
 */
export async function needsConsent({ refreshToken }: SignInTokens, asksConsent: boolean): Promise<boolean> {
  const { OIDC_PROMPT, OIDC_SCOPE } = env();
  if (refreshToken || asksConsent || !OIDC_SCOPE.split(" ").includes("offline_access")) return false;
  if ((await keepSupported(["consent"])).length === 0) return false;
  // If OIDC_PROMPT has `consent`, a link's `prompt=login` replaced it, so consent is still missing.
  if (OIDC_PROMPT !== undefined) return defaultPrompt().includes("consent");
  if (isAdviceDue()) {
    log().warn(
      "sign-ins bring no refresh token, so each is repeated with prompt=consent: " +
        "set OIDC_PROMPT=consent if that brings one, else OIDC_PROMPT=off",
    );
  }
  return true;
}
