import { createHash } from "node:crypto";
import * as oidc from "openid-client";
import { env } from "~/.server/env";
import { log } from "~/.server/log";
import { CLOCK_SKEW_SECONDS } from "../fixed-times";
import { clientAuthentication, withBothEncodings } from "./client-authentication.server";
import {
  allowsHttp,
  PROVIDER_TIMEOUT_SECONDS,
  type ProviderMetadata,
  ProviderUnavailable,
  providerMetadata,
} from "./discovery.server";
import { type TokenAnswer, TokenRefused, toGrantError } from "./provider-errors.server";
import { membersIn, providerFetch } from "./provider-fetch.server";
import { type ProviderKeys, providerKeys } from "./provider-keys.server";
import { verifySignature } from "./verify-token.server";

/** Times are milliseconds since the epoch. */
export type IssuedTokens = {
  accessToken: string;
  /** If absent, the token is used until a backend refuses it. */
  tokenExpiresAt?: number;
  tokenLifetimeSeconds?: number;
  refreshToken?: string;
  idToken?: string;
  scope?: string;
  claims?: oidc.IDToken;
};

export type SignInTokens = IssuedTokens & { claims: oidc.IDToken; idToken: string };

/** The id of the provider's session. A long one isn't cut, because a logout names all of it. */
export function sidIn({ sid }: SignInTokens["claims"]): string | undefined {
  return typeof sid === "string" && sid && sid.length <= 255 ? sid : undefined;
}

/** Long: giving up loses the answer, and with it the only new refresh token (RFC 9700 §4.14.2). */
const RENEWAL_TIMEOUT_SECONDS = 25;

/** Optional members of a response (RFC 6749 §5.1, OpenID Connect Core 1.0 §12.2). */
const OPTIONAL_MEMBERS = new Set(["refresh_token", "expires_in", "scope", "id_token"]);

type TokenResponse = oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers;

/**
 * Exchanges a code (RFC 6749 §4.1.3) and validates the tokens (OpenID Connect Core 1.0 §3.1.3.7).
 * @throws TokenRefused, InvalidGrant, ProviderUnavailable
 */
export async function exchangeCode(
  callback: URL,
  checks: { verifier: string; nonce: string; state: string },
): Promise<SignInTokens> {
  const tokens = await requestTokens((config) =>
    oidc.authorizationCodeGrant(config, callback, {
      pkceCodeVerifier: checks.verifier,
      expectedNonce: checks.nonce,
      expectedState: checks.state,
      idTokenExpected: true,
    }),
  );
  const { claims, idToken } = tokens;
  if (!claims || !idToken) throw new TokenRefused("There is no ID token");
  return { ...tokens, claims, idToken };
}

/**
 * Renews the tokens (RFC 6749 §6), unless the new ID token is another person's (Core 1.0 §12.2).
 * @throws TokenRefused, InvalidGrant, ProviderUnavailable
 */
export async function refreshTokens(
  refreshToken: string,
  person?: { sub: string; iss: string },
): Promise<IssuedTokens> {
  // Without the keys the new ID token can't be checked and the refresh token would be wasted.
  const keysAtHand = await providerKeys();
  const refresh = (config: oidc.Configuration) => oidc.refreshTokenGrant(config, refreshToken);
  const tokens = await requestTokens(refresh, { timeoutSeconds: RENEWAL_TIMEOUT_SECONDS, keysAtHand });
  if (tokens.claims && person && (tokens.claims.sub !== person.sub || tokens.claims.iss !== person.iss)) {
    throw new TokenRefused("The renewed ID token is somebody else's", { isOtherIdentity: true });
  }
  return tokens;
}

/** Revokes the refresh token, or else the access token (RFC 7009). @throws ProviderUnavailable */
export async function revokeTokens(tokens: Pick<IssuedTokens, "refreshToken" | "accessToken">): Promise<void> {
  const metadata = await providerMetadata();
  if (!metadata.revocation_endpoint) return;
  const { refreshToken, accessToken } = tokens;
  const hint = refreshToken ? "refresh_token" : "access_token";
  const send = withBothEncodings(providerFetch);
  let status = 0;
  const sendAndNoteStatus: oidc.CustomFetch = async (url, options) => {
    const response = await send(url, options);
    status = response.status;
    return response;
  };
  try {
    const config = configure(metadata, sendAndNoteStatus);
    await oidc.tokenRevocation(config, refreshToken ?? accessToken, { token_type_hint: hint });
  } catch (error) {
    log().warn({ err: error }, "revocation failed");
    // A 4xx is an answer: another attempt would get it, too.
    if (status === 0 || status >= 500) throw new ProviderUnavailable("Revocation failed", error);
  }
}

/** Returns no claims without an endpoint or on failure. @throws TokenRefused for another person */
export async function userInfo(accessToken: string, sub: string): Promise<Record<string, unknown>> {
  const metadata = await providerMetadata();
  if (!metadata.userinfo_endpoint) return {};
  try {
    const config = configure(metadata, providerFetch);
    // A provider may sign its answer.
    oidc.enableNonRepudiationChecks(config);
    return await oidc.fetchUserInfo(config, accessToken, sub);
  } catch (error) {
    if ((error as { code?: unknown }).code === "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED") {
      throw new TokenRefused("userinfo is about somebody else", { cause: error, isOtherIdentity: true });
    }
    log().warn({ err: error }, "userinfo is not used");
    return {};
  }
}

/** Tells the provider whose session is meant (OpenID Connect Core 1.0 §3.1.2.1). */
export function idTokenHint(idToken: string): { id_token_hint?: string } {
  // A longer hint may not fit into an address.
  return idToken.length <= 4_000 ? { id_token_hint: idToken } : {};
}

/** @returns undefined if the provider has no end-session page (RP-Initiated Logout 1.0 §2) */
export async function endSessionUrl(parameters: Record<string, string>): Promise<URL | undefined> {
  const metadata = await providerMetadata();
  return metadata.end_session_endpoint
    ? oidc.buildEndSessionUrl(configure(metadata, providerFetch), parameters)
    : undefined;
}

function configure(
  metadata: ProviderMetadata,
  fetch: oidc.CustomFetch,
  timeoutSeconds = PROVIDER_TIMEOUT_SECONDS,
): oidc.Configuration {
  const client = { [oidc.clockTolerance]: CLOCK_SKEW_SECONDS };
  const config = new oidc.Configuration(metadata, env().OIDC_CLIENT_ID, client, clientAuthentication(metadata));
  config.timeout = timeoutSeconds;
  config[oidc.customFetch] = fetch;
  if (allowsHttp()) oidc.allowInsecureRequests(config);
  return config;
}

/**
 * Sends one grant. openid-client validates the claims of the ID token; its signature is verified
 * here, because logout tokens need that, too, and keys may have rotated since they were read.
 */
async function requestTokens(
  grant: (config: oidc.Configuration) => Promise<TokenResponse>,
  { timeoutSeconds, keysAtHand }: { timeoutSeconds?: number; keysAtHand?: ProviderKeys } = {},
): Promise<IssuedTokens> {
  const metadata = await providerMetadata();
  let answer: TokenAnswer | undefined;
  let idToken: string | undefined;
  const fetch: oidc.CustomFetch = async (url, options) => {
    const response = await withBothEncodings(providerFetch)(url, options);
    const { status, headers } = response;
    answer = { status, body: await response.text() };
    const members = membersIn(answer.body, (name) => OPTIONAL_MEMBERS.has(name));
    if (response.ok && typeof members?.id_token === "string") {
      idToken = members.id_token;
      members.id_token = await withoutNullClaims(idToken, keysAtHand);
    }
    return new Response(members ? JSON.stringify(members) : answer.body, { status, headers });
  };
  const response = await grant(configure(metadata, fetch, timeoutSeconds)).catch((error: unknown) => {
    throw toGrantError(error, answer);
  });
  return readTokens(response, idToken);
}

/** Leaves out claims that are null, which breaks the signature; openid-client doesn't check it. */
async function withoutNullClaims(idToken: string, keysAtHand?: ProviderKeys): Promise<string> {
  try {
    const { claims } = await verifySignature(idToken, "answer", keysAtHand);
    const [header, , signature] = idToken.split(".");
    return [header, Buffer.from(JSON.stringify(claims)).toString("base64url"), signature].join(".");
  } catch (error) {
    if (error instanceof ProviderUnavailable) throw error;
    throw new TokenRefused("The ID token can't be verified", { cause: error });
  }
}

/** A text that can name a person. Databases would cut or change control characters: `anna\0x`. */
export function isIdentifier(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "" && !/\p{Cc}/u.test(value);
}

/** Refuses what openid-client accepts: a future `iat`, no `sub`, another `azp` or `at_hash`. */
function readTokens(response: TokenResponse, idToken: string | undefined): IssuedTokens {
  if (response.token_type !== "bearer") throw new TokenRefused("token_type is not Bearer");
  const claims = response.claims();
  if (claims && idToken) {
    if (!isIdentifier(claims.sub)) throw new TokenRefused("sub is empty or has control characters");
    if (claims.azp !== undefined && claims.azp !== env().OIDC_CLIENT_ID) {
      throw new TokenRefused("azp is another client", { isOtherIdentity: true });
    }
    if (claims.iat > Date.now() / 1000 + CLOCK_SKEW_SECONDS) throw new TokenRefused("iat is in the future");
    if (claims.at_hash !== undefined && claims.at_hash !== accessTokenHash(idToken, response.access_token)) {
      throw new TokenRefused("at_hash is another access token's");
    }
  }
  // A lifetime of 0 would renew without end.
  const seconds = response.expires_in || undefined;
  return {
    accessToken: response.access_token,
    ...(seconds && { tokenLifetimeSeconds: seconds, tokenExpiresAt: Date.now() + seconds * 1000 }),
    ...(response.refresh_token ? { refreshToken: response.refresh_token } : {}),
    ...(idToken ? { idToken } : {}),
    ...(response.scope ? { scope: response.scope } : {}),
    ...(claims ? { claims } : {}),
  };
}

/** OpenID Connect Core 1.0 §3.1.3.8: the left half of the hash of the ID token's `alg`. */
function accessTokenHash(idToken: string, accessToken: string): string {
  const header = JSON.parse(Buffer.from(idToken.split(".", 1)[0] ?? "", "base64url").toString()) as { alg: string };
  // EdDSA's hash is SHA-512.
  const bits = /(256|384|512)$/.exec(header.alg)?.[1] ?? "512";
  const hash = createHash(`sha${bits}`).update(accessToken).digest();
  return hash.subarray(0, hash.length / 2).toString("base64url");
}
