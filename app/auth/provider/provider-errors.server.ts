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
  constructor(said?: string, cause?: unknown) {
    super(`The grant is no longer accepted${said ? `: ${said}` : ""}`, { cause });
    this.name = "InvalidGrant";
  }
}

/**
 * The provider refused the grant in words of its own (a bare 400, `invalid_request`, 403): most likely it is dead, but
 * while the access token is good nobody is signed out for a guess.
 */
export class GrantRefused extends ProviderUnavailable {
  constructor(status: number, said: string | undefined, cause?: unknown) {
    super(`The provider refused the grant: ${status}${said ? ` ${said}` : ""}`, cause);
    this.name = "GrantRefused";
  }
}

/** The provider doesn't take this client's id or secret (RFC 6749 §5.2): only an operator can mend it. */
export class ClientRefused extends ProviderUnavailable {
  constructor(status: number, said: string | undefined, cause?: unknown) {
    const advice = "check OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and OIDC_CLIENT_AUTH";
    super(`The provider refused the client: ${status}${said ? ` ${said}` : ""}; ${advice}`, cause);
    this.name = "ClientRefused";
  }
}

/** A token endpoint's answer as it came. */
export type TokenAnswer = { status: number; body: string };

/** RFC 6749 §5.2: the client isn't known, isn't authenticated, or may not do this at all. */
const CLIENT_ERRORS = new Set(["invalid_client", "unauthorized_client"]);

/** The provider won't go on without asking the person something (OpenID Connect Core 1.0 §3.1.2.6). */
export const INTERACTION_ERRORS: ReadonlySet<string> = new Set([
  "login_required",
  "interaction_required",
  "consent_required",
  "account_selection_required",
]);

/** A grant that is dead, or good again only once the person has been asked. */
const DEAD = new Set(["invalid_grant", ...INTERACTION_ERRORS]);

/** Said of a grant; MITREid and Cloud Foundry's UAA say it by a 401. */
const GRANT_ERRORS = new Set([...DEAD, "invalid_token", "token_inactive"]);

/** By the error code in the body; a 401 without one is about the client. */
export function isClientRefused({ status, body }: TokenAnswer): boolean {
  if (status < 400 || status >= 500) return false;
  const code = errorCode(body) ?? "";
  return CLIENT_ERRORS.has(code) || (status === 401 && !GRANT_ERRORS.has(code));
}

/** openid-client's codes for failures of the network or the provider. */
const TRANSPORT = ["OAUTH_TIMEOUT", "OAUTH_ABORT", "OAUTH_RESPONSE_IS_NOT_CONFORM", "OAUTH_RESPONSE_IS_NOT_JSON"];

/** What a failed grant means. Goes by the answer's status and error code, even where its form breaks the protocol. */
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
  const said = refusalCodes(refusalIn(answer.body));
  if (isClientRefused(answer)) return new ClientRefused(status, said, cause);
  if (DEAD.has(errorCode(answer.body) ?? "")) return new InvalidGrant(said, cause);
  // Too slow or too often (RFC 9110 §15.5.9, RFC 6585 §4): the same grant may be taken later.
  if (status === 408 || status === 429) return new ProviderUnavailable(`The provider answered ${status}`, cause);
  return new GrantRefused(status, said, cause);
}

/** The members of a refusal (RFC 6749 §4.1.2.1, §5.2); unchecked. */
type Refusal = { error?: unknown; error_description?: unknown };

/** The body's `error` (RFC 6749 §5.2), if it is one that may be logged. */
export function errorCode(body: string): string | undefined {
  return codeIn(refusalIn(body));
}

/** The refusal in a token endpoint's body; empty where there is none. */
export function refusalIn(body: string): Refusal {
  try {
    return (JSON.parse(body) as Refusal | null) ?? {};
  } catch {
    return {};
  }
}

/** The refusal in an authorization response's query (RFC 6749 §4.1.2.1). */
export function refusalInQuery(request: Request) {
  const { searchParams } = new URL(request.url);
  return { error: searchParams.get("error"), error_description: searchParams.get("error_description") };
}

/**
 * The part of a refusal that may be logged: its code, and Entra's number for the reason (AADSTS7000222: the secret has expired,
 * AADSTS50105: the person isn't assigned). The number stands in the description, which otherwise isn't logged: it names people.
 */
export function refusalCodes(refusal: Refusal): string | undefined {
  const number = /\bAADSTS\d{4,8}\b/.exec(String(refusal.error_description ?? ""))?.[0];
  return [codeIn(refusal), number].filter(Boolean).join(" ") || undefined;
}

function codeIn({ error }: Refusal): string | undefined {
  return typeof error === "string" && /^[\w .:/-]{1,60}$/.test(error) ? error : undefined;
}
