import * as oidc from "openid-client";
import { invalidateMetadata, ProviderUnavailable } from "./discovery.server";

/** The provider's answer breaks the protocol (a token that isn't for us, forged, expired): refused, nothing stored. */
export class TokenRefused extends Error {
  /** Its ID token names another person, provider or client than the one that was asked for. */
  readonly otherIdentity: boolean;
  constructor(message: string, { cause, otherIdentity = false }: { cause?: unknown; otherIdentity?: boolean } = {}) {
    super(message, { cause });
    this.name = "TokenRefused";
    this.otherIdentity = otherIdentity;
  }
}

/** The code or the refresh token is dead (RFC 6749 §5.2 `invalid_grant`), or the person has to be asked again. */
export class InvalidGrant extends Error {
  constructor(cause?: unknown) {
    super("The grant is no longer accepted", { cause });
    this.name = "InvalidGrant";
  }
}

/**
 * The provider refused the grant in words of its own (a bare 400, `invalid_request`, 403): most likely it is dead, but
 * while the access token is good nobody is signed out for a guess.
 */
export class GrantRefused extends ProviderUnavailable {
  constructor(status: number, error: string | undefined, cause?: unknown) {
    super(`The provider refused the grant: ${status}${error ? ` ${error}` : ""}`, cause);
    this.name = "GrantRefused";
  }
}

/** The provider doesn't take this client's id or secret (RFC 6749 §5.2): only an operator can mend it. */
export class ClientRefused extends ProviderUnavailable {
  constructor(status: number, error: string | undefined, cause?: unknown) {
    const advice = "check OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and OIDC_CLIENT_AUTH";
    super(`The provider refused the client: ${status}${error ? ` ${error}` : ""}; ${advice}`, cause);
    this.name = "ClientRefused";
  }
}

/** A token endpoint's answer as it came. */
export type TokenAnswer = { status: number; body: string };

/** RFC 6749 §5.2: the client isn't known, isn't authenticated, or may not do this at all. */
const CLIENT_ERRORS = new Set(["invalid_client", "unauthorized_client"]);

/** Dead, or good again only once the person has been asked something (OpenID Connect Core 1.0 §3.1.2.6). */
const DEAD = new Set([
  "invalid_grant",
  "login_required",
  "interaction_required",
  "consent_required",
  "account_selection_required",
]);

export function isClientRefused({ status, body }: TokenAnswer): boolean {
  return status === 401 || (status >= 400 && status < 500 && CLIENT_ERRORS.has(errorCode(body) ?? ""));
}

/** Failures of a call that are the network's or the provider's, by openid-client's codes. */
const TRANSPORT = ["OAUTH_TIMEOUT", "OAUTH_ABORT", "OAUTH_RESPONSE_IS_NOT_CONFORM", "OAUTH_RESPONSE_IS_NOT_JSON"];

/** What a failed grant means: by the status and the code of the answer, not by whether its form is as it should be. */
export function grantFault(error: unknown, answer: TokenAnswer | undefined): Error {
  if (error instanceof TokenRefused || error instanceof ProviderUnavailable) return error;
  if (answer && answer.status >= 400 && answer.status < 500) return refusal(error, answer);
  const { code } = error as { code?: unknown };
  if (!(error instanceof oidc.ClientError) || code === undefined || TRANSPORT.includes(String(code))) {
    invalidateMetadata();
    return new ProviderUnavailable("The provider can't be reached", error);
  }
  const otherIdentity = code === "OAUTH_JWT_CLAIM_COMPARISON_FAILED";
  return new TokenRefused("The provider's answer is refused", { cause: error, otherIdentity });
}

function refusal(cause: unknown, answer: TokenAnswer): Error {
  const { status } = answer;
  const error = errorCode(answer.body);
  if (isClientRefused(answer)) return new ClientRefused(status, error, cause);
  if (error && DEAD.has(error)) return new InvalidGrant(cause);
  // Too slow or too often (RFC 9110 §15.5.9, RFC 6585 §4): the same grant may be taken later.
  if (status === 408 || status === 429) return new ProviderUnavailable(`The provider answered ${status}`, cause);
  return new GrantRefused(status, error, cause);
}

/** The `error` of RFC 6749 §5.2, if the body has one in its alphabet; anything else isn't for a log. */
export function errorCode(body: string): string | undefined {
  try {
    const { error } = JSON.parse(body) as { error?: unknown };
    return typeof error === "string" && /^[\w .:/-]{1,60}$/.test(error) ? error : undefined;
  } catch {
    return undefined;
  }
}
