import { createHash } from "node:crypto";
import { env } from "../../app/.server/env";
import { CLOCK_SKEW_SECONDS } from "../../app/auth/fixed-times";
import {
  listsChallengeMethods,
  type ProviderMetadata,
  providerMetadata,
} from "../../app/auth/provider/discovery.server";
import { isKeyPairAlgorithm, signatureAlgorithms } from "../../app/auth/provider/verify-token.server";
import { type Check, connectionFinding, describeResponse, Finding, get, PATIENCE_MS } from "./report";
import { tryClient } from "./try-client";

/** Reads the discovery document, without which no other check of the provider makes sense. */
export const checkDiscovery: Check = async () => {
  try {
    return (await providerMetadata()).issuer;
  } catch (error) {
    throw await connectionFinding(
      error,
      `${env().OIDC_ISSUER.href.replace(/\/$/, "")}/.well-known/openid-configuration`,
      "check OIDC_ISSUER; the document must name it as issuer, and S256 if it lists challenge methods",
    );
  }
};

/** The other checks of the provider, by name. */
export const providerChecks: Record<string, Check> = {
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

  "refresh tokens": async (warn) => {
    const { OIDC_PROMPT, OIDC_SCOPE } = env();
    if (!OIDC_SCOPE.split(" ").includes("offline_access")) return "not asked for (OIDC_SCOPE)";
    const lack = lackOfRefreshTokens(await providerMetadata());
    if (lack && OIDC_PROMPT === undefined) {
      warn(`${lack}: set OIDC_PROMPT=off, or each sign-in is sent twice, the second time with prompt=consent`);
    }
    return lack ? "not offered" : "asked for; whether they come, the first sign-in shows";
  },

  "client credentials": async () => {
    const metadata = await providerMetadata();
    const { outcome, said } = await tryClient(metadata, PATIENCE_MS);
    if (outcome === "refused") {
      throw new Finding(
        `refused (${said})`,
        "check OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, and whether OIDC_CLIENT_AUTH is what the provider expects",
      );
    }
    if (/^5/.test(said)) {
      throw new Finding(`${metadata.token_endpoint} answers ${said}`, "the provider is out of order");
    }
    const remark = env().OIDC_CLIENT_SECRET ? "" : ", without a secret";
    return outcome === "accepted" ? `accepted${remark}` : `not refused, but the provider says no more than ${said}`;
  },

  "redirect URI /auth": () => redirectUri("/auth"),
  "redirect URI /auth/silent-renew": () => redirectUri("/auth/silent-renew"),

  "provider's keys": async () => {
    const { jwks_uri } = await providerMetadata();
    const advice = "no ID token can be checked without the keys";
    const response = await get(jwks_uri, advice);
    const set = (await response.json().catch(() => undefined)) as { keys?: unknown[] } | undefined;
    if (response.ok && set?.keys?.length) return `${set.keys.length} at ${jwks_uri}`;
    throw new Finding(
      set && response.ok ? `no keys at ${jwks_uri}` : `${jwks_uri} ${describeResponse(response)}`,
      advice,
    );
  },

  clock: async () => {
    const response = await get((await providerMetadata()).jwks_uri, "the provider's time is unknown");
    const providerTime = Date.parse(response.headers.get("Date") ?? "");
    if (Number.isNaN(providerTime)) return "the provider says no time";
    const seconds = Math.round(Math.abs(Date.now() - providerTime) / 1000);
    if (seconds > CLOCK_SKEW_SECONDS) {
      throw new Finding(`${seconds} s from the provider's`, "set this machine's clock, or every ID token is refused");
    }
    return `${seconds} s from the provider's`;
  },
};

/** @returns what in the discovery document says that there are no refresh tokens (RFC 8414 §2) */
function lackOfRefreshTokens(metadata: ProviderMetadata): string | undefined {
  const { scopes_supported: scopes, grant_types_supported: grants } = metadata;
  if (Array.isArray(scopes) && !scopes.includes("offline_access")) return "scopes_supported has no offline_access";
  if (Array.isArray(grants) && !grants.includes("refresh_token")) return "grant_types_supported has no refresh_token";
  return undefined;
}

/** Errors that a provider sends to a registered address (RFC 6749 §4.1.2.1) about the client. */
const CLIENT_FAULTS = new Set(["unauthorized_client", "unsupported_response_type", "invalid_scope", "invalid_client"]);

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
    // It needs no verifier, because no code comes that could be redeemed.
    code_challenge: createHash("sha256").update("made-up-by-npm-run-doctor").digest("base64url"),
    code_challenge_method: "S256",
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  const response = await get(url.href, "check whether this machine may reach the authorization endpoint");
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
  if (status >= 500) {
    throw new Finding(`${url.origin}${url.pathname} answers ${status}`, "the provider is out of order");
  }
  return `the provider doesn't tell (${status}): make sure that ${uri} is registered`;
}
