import * as oidc from "openid-client";
import { invalidateMetadata, ProviderUnavailable } from "./discovery.server";

/** The provider's response breaks the protocol: a token is forged, for example, or expired. */
export class TokenRefused extends Error {
  /** The token is for another person, client or sign-in. */
  readonly isOtherIdentity: boolean;
  constructor(
    message: string,
    { cause, isOtherIdentity = false }: { cause?: unknown; isOtherIdentity?: boolean } = {},
  ) {
    super(message, { cause });
    this.name = "TokenRefused";
    this.isOtherIdentity = isOtherIdentity;
  }
}

/** The code or refresh token is invalid (RFC 6749 §5.2), so the person has to sign in. */
export class InvalidGrant extends Error {
  constructor(codes?: string, cause?: unknown) {
    super(`The grant is no longer accepted${codes ? `: ${codes}` : ""}`, { cause });
    this.name = "InvalidGrant";
  }
}

/** Any other refusal. It may not concern the grant (`invalid_scope`), so the session stays. */
export class GrantRefused extends ProviderUnavailable {
  constructor(status: number, codes: string | undefined, cause?: unknown) {
    super(`The provider refused the grant: ${status}${codes ? ` ${codes}` : ""}`, cause);
    this.name = "GrantRefused";
  }
}

/** `invalid_client` (RFC 6749 §5.2): only an operator can correct the app's id or secret. */
export class ClientRefused extends ProviderUnavailable {
  constructor(status: number, codes: string | undefined, cause?: unknown) {
    const advice = "check OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and OIDC_CLIENT_AUTH";
    super(`The provider refused the client: ${status}${codes ? ` ${codes}` : ""}; ${advice}`, cause);
    this.name = "ClientRefused";
  }
}

export type TokenAnswer = { status: number; body: string };

const CLIENT_ERRORS = new Set(["invalid_client", "unauthorized_client"]);

export const INTERACTION_ERRORS: ReadonlySet<string> = new Set([
  "login_required",
  "interaction_required",
  "consent_required",
  "account_selection_required",
]);

const DEAD_GRANT = new Set(["invalid_grant", ...INTERACTION_ERRORS]);

/** Errors of the grant, not of the client, although MITREid and Cloud Foundry's UAA send a 401. */
const GRANT_ERRORS = new Set([...DEAD_GRANT, "invalid_token", "token_inactive"]);

export function isClientRefused({ status, body }: TokenAnswer): boolean {
  if (status < 400 || status >= 500) return false;
  const { code = "" } = refusalInBody(body);
  return CLIENT_ERRORS.has(code) || (status === 401 && !GRANT_ERRORS.has(code));
}

/** openid-client's codes for failures of the network or the provider. */
const TRANSPORT_ERRORS = [
  "OAUTH_TIMEOUT",
  "OAUTH_ABORT",
  "OAUTH_RESPONSE_IS_NOT_CONFORM",
  "OAUTH_RESPONSE_IS_NOT_JSON",
];

export function toGrantError(error: unknown, answer: TokenAnswer | undefined): Error {
  // openid-client wraps an error of its `fetch`.
  const thrown = error instanceof oidc.ClientError ? error.cause : error;
  if (thrown instanceof TokenRefused || thrown instanceof ProviderUnavailable) return thrown;
  if (answer && answer.status >= 400 && answer.status < 500) return errorOfRefusal(answer, error);
  const { code } = error as { code?: unknown };
  if (!(error instanceof oidc.ClientError) || code === undefined || TRANSPORT_ERRORS.includes(String(code))) {
    invalidateMetadata();
    return new ProviderUnavailable("The provider can't be reached", error);
  }
  // openid-client uses this code for iss, aud, azp and nonce.
  const isOtherIdentity = code === "OAUTH_JWT_CLAIM_COMPARISON_FAILED";
  return new TokenRefused("The provider's answer is refused", { cause: error, isOtherIdentity });
}

function errorOfRefusal(answer: TokenAnswer, cause: unknown): Error {
  const { status } = answer;
  const refusal = refusalInBody(answer.body);
  const codes = printCodes(refusal);
  if (isClientRefused(answer)) return new ClientRefused(status, codes, cause);
  if (DEAD_GRANT.has(refusal.code ?? "")) return new InvalidGrant(codes, cause);
  // Request Timeout, Too Many Requests: the same grant may be accepted later.
  if (status === 408 || status === 429) return new ProviderUnavailable(`The provider answered ${status}`, cause);
  return new GrantRefused(status, codes, cause);
}

/** RFC 6749 §4.1.2.1 and §5.2. The description may name the person, so don't log it. */
export type Refusal = { code?: string; description?: string };

export function refusalInBody(body: string): Refusal {
  try {
    return readRefusal((JSON.parse(body) as Record<string, unknown> | null) ?? {});
  } catch {
    return {};
  }
}

export function refusalInQuery(request: Request): Refusal {
  const { searchParams } = new URL(request.url);
  return readRefusal({ error: searchParams.get("error"), error_description: searchParams.get("error_description") });
}

function readRefusal({ error, error_description: description }: Record<string, unknown>): Refusal {
  return {
    code: typeof error === "string" && /^[\w .:/-]{1,60}$/.test(error) ? error : undefined,
    description: typeof description === "string" ? description : undefined,
  };
}

/** For the log: the error code, and Entra's number (`AADSTS50105`). */
export function printCodes({ code, description = "" }: Refusal): string | undefined {
  const number = /\bAADSTS\d{4,8}\b/.exec(description)?.[0];
  return [code, number].filter(Boolean).join(" ") || undefined;
}
