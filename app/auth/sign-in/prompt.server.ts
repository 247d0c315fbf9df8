import { env } from "~/.server/env";
import { log } from "~/.server/log";
import type { IssuedTokens } from "~/auth/provider/provider.server";

/**
 * Whether this provider gives refresh tokens only to whoever it has asked for consent (OpenID Connect Core 1.0 §11 lets
 * it ignore `offline_access` without `prompt=consent`), as far as this process has seen: `lacking` once a sign-in
 * without that prompt brought none, `needed` or `useless` once one with it has shown the difference.
 */
let consent: "unknown" | "lacking" | "needed" | "useless" = "unknown";

/**
 * The `prompt` of an authorization request (OpenID Connect Core 1.0 §3.1.2.1).
 * @param asked what a link of ours asks for: `login` has the provider ask for the password even where it knows the
 * person, `consent` tries whether it brings a refresh token; anything else counts for nothing
 */
export function promptFor(asked: string | null): string | undefined {
  const { OIDC_PROMPT } = env();
  const always = OIDC_PROMPT ?? (consent === "needed" ? "consent" : "off");
  const prompts = new Set(always === "off" ? [] : always.split(" "));
  if (asked === "login" || (asked === "consent" && OIDC_PROMPT === undefined)) prompts.add(asked);
  return prompts.size > 0 ? [...prompts].join(" ") : undefined;
}

/**
 * Learns from a sign-in that succeeded.
 * @returns whether it is worth going to the provider once more, with `prompt=consent`, for the refresh token that is
 * missing
 */
export function worthAskingConsent(tokens: IssuedTokens, asksConsent: boolean): boolean {
  const { OIDC_PROMPT, OIDC_SCOPE } = env();
  if (OIDC_PROMPT !== undefined || !OIDC_SCOPE.split(" ").includes("offline_access")) return false;
  const given = tokens.refreshToken !== undefined;
  if (asksConsent) {
    // What somebody tried by hand, before a sign-in without it fell short, proves nothing.
    if (consent === "lacking") {
      consent = given ? "needed" : "useless";
      log().info({ consent }, "whether prompt=consent brings refresh tokens");
    }
    return false;
  }
  if (given || consent === "useless") return false;
  consent = "lacking";
  return true;
}
