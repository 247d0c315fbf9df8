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
  /** Undefined: the token is used until a backend refuses it. */
  tokenExpiresAt?: number;
  tokenLifetimeSeconds?: number;
  refreshToken?: string;
  idToken?: string;
  scope?: string;
  claims?: oidc.IDToken;
};

export type SignInTokens = IssuedTokens & { claims: oidc.IDToken; idToken: string };

/** The provider's session id. A long id is ignored, not cut: it must match a logout token's. */
export function sidIn({ sid }: SignInTokens["claims"]): string | undefined {
  return typeof sid === "string" && sid && sid.length <= 255 ? sid : undefined;
}

/**
 * Longer than PROVIDER_TIMEOUT_SECONDS: a renewal whose response is lost ends the session, because
 * the old refresh token is used up.
 */
const RENEWAL_TIMEOUT_SECONDS = 25;

/** What a token response may lack (RFC 6749 §5.1, OpenID Connect Core 1.0 §12.2). */
const OPTIONAL_MEMBERS = new Set(["refresh_token", "expires_in", "scope", "id_token"]);

type TokenResponse = oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers;

/** @throws TokenRefused (OpenID Connect Core 1.0 §3.1.3.7), InvalidGrant, ProviderUnavailable */
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

/** @throws TokenRefused (OpenID Connect Core 1.0 §12.2), InvalidGrant, ProviderUnavailable */
export async function refreshTokens(
  refreshToken: string,
  person?: { sub: string; iss: string },
): Promise<IssuedTokens> {
  // Before the token request: if the keys can't be read, the refresh token isn't used up.
  const keysAtHand = await providerKeys();
  const refresh = (config: oidc.Configuration) => oidc.refreshTokenGrant(config, refreshToken);
  const tokens = await requestTokens(refresh, { timeoutSeconds: RENEWAL_TIMEOUT_SECONDS, keysAtHand });
  if (tokens.claims && person && (tokens.claims.sub !== person.sub || tokens.claims.iss !== person.iss)) {
    throw new TokenRefused("The renewed ID token is somebody else's", { isOtherIdentity: true });
  }
  return tokens;
}

/**
 * Revokes the refresh token, which usually ends its access tokens, too (RFC 7009 §2.1). Without a
 * refresh token, revokes the access token.
 */
export async function revokeTokens(tokens: Pick<IssuedTokens, "refreshToken" | "accessToken">): Promise<void> {
  const metadata = await providerMetadata();
  if (!metadata.revocation_endpoint) return;
  const { refreshToken, accessToken } = tokens;
  const hint = refreshToken ? "refresh_token" : "access_token";
  const send = withBothEncodings(providerFetch);
  // Noted by the `fetch` below: not every error of openid-client has the response's status.
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
    // A 4xx isn't thrown: a retry would get the same 4xx.
    if (status === 0 || status >= 500) throw new ProviderUnavailable("Revocation failed", error);
  }
}

/** Returns {} without a userinfo endpoint or on failure. @throws TokenRefused for another person */
export async function userInfo(accessToken: string, sub: string): Promise<Record<string, unknown>> {
  const metadata = await providerMetadata();
  if (!metadata.userinfo_endpoint) return {};
  try {
    const config = configure(metadata, providerFetch);
    // Checks the signature of a signed response.
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

/**
 * The hint says whose session is meant (OpenID Connect Core 1.0 §3.1.2.1). A long token is left
 * out, because it may not fit into an address.
 */
export function idTokenHint(idToken: string): { id_token_hint?: string } {
  return idToken.length <= 4_000 ? { id_token_hint: idToken } : {};
}

/** RP-Initiated Logout 1.0 §2. @returns undefined if the provider has no such page */
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

async function requestTokens(
  grant: (config: oidc.Configuration) => Promise<TokenResponse>,
  { timeoutSeconds, keysAtHand }: { timeoutSeconds?: number; keysAtHand?: ProviderKeys } = {},
): Promise<IssuedTokens> {
  const metadata = await providerMetadata();
  const received: Received = {};
  const config = configure(metadata, createTokenFetch(received, keysAtHand), timeoutSeconds);
  const response = await grant(config).catch((error: unknown) => {
    throw toGrantError(error, received.answer);
  });
  if (response.token_type !== "bearer") throw new TokenRefused("token_type is not Bearer");
  return issuedTokens(response, received.idToken);
}

/** What openid-client doesn't return: an error's response, and the ID token before any change. */
type Received = { answer?: TokenAnswer; idToken?: string };

/** The `fetch` fills `received`, and leaves out blank members and null claims for openid-client. */
function createTokenFetch(received: Received, keysAtHand?: ProviderKeys): oidc.CustomFetch {
  return async (url, options) => {
    const response = await withBothEncodings(providerFetch)(url, options);
    const { status, headers } = response;
    const body = await response.text();
    received.answer = { status, body };
    const members = membersIn(body, (name) => OPTIONAL_MEMBERS.has(name));
    if (response.ok && typeof members?.id_token === "string") {
      received.idToken = members.id_token;
      members.id_token = await withoutNullClaims(received.idToken, keysAtHand);
    }
    return new Response(members ? JSON.stringify(members) : body, { status, headers });
  };
}

/** openid-client refuses null claims. The signature is verified before they are removed. */
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

/** Refuses control characters, which databases cut or change: `anna\0x` could become `anna`. */
export function isIdentifier(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "" && !/\p{Cc}/u.test(value);
}

/** Checks what openid-client doesn't check. */
function checkClaims(claims: oidc.IDToken, idToken: string, accessToken: string): void {
  if (!isIdentifier(claims.sub)) throw new TokenRefused("sub is empty or has control characters");
  if (claims.azp !== undefined && claims.azp !== env().OIDC_CLIENT_ID) {
    throw new TokenRefused("azp is another client", { isOtherIdentity: true });
  }
  if (claims.iat > Date.now() / 1000 + CLOCK_SKEW_SECONDS) throw new TokenRefused("iat is in the future");
  if (claims.at_hash !== undefined && claims.at_hash !== accessTokenHash(idToken, accessToken)) {
    throw new TokenRefused("at_hash is another access token's");
  }
}

function issuedTokens(response: TokenResponse, idToken: string | undefined): IssuedTokens {
  const claims = response.claims();
  if (claims && idToken) checkClaims(claims, idToken, response.access_token);
  // `expires_in: 0` counts as missing. Otherwise every request would renew the token.
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

/** OpenID Connect Core 1.0 §3.1.3.8: the left half of a hash, by the ID token's `alg`. */
function accessTokenHash(idToken: string, accessToken: string): string {
  const header = JSON.parse(Buffer.from(idToken.split(".", 1)[0] ?? "", "base64url").toString()) as { alg: string };
  // EdDSA uses SHA-512.
  const bits = /(256|384|512)$/.exec(header.alg)?.[1] ?? "512";
  const hash = createHash(`sha${bits}`).update(accessToken).digest();
  return hash.subarray(0, hash.length / 2).toString("base64url");
}
