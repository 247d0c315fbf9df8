import { errors, type JWTPayload, UnsecuredJWT } from "jose";
import { isRecord } from "~/.server/backend/contract/parse-json";
import { database } from "~/.server/db/database";
import { env } from "~/.server/env";
import { sha256 } from "~/.server/tokens";
import { CLOCK_SKEW_SECONDS } from "~/auth/fixed-times";
import { providerMetadata } from "~/auth/provider/discovery.server";
import { isIdentifier } from "~/auth/provider/token-requests.server";
import { verifySignature } from "~/auth/provider/verify-token.server";
import type { LogoutSubject } from "~/auth/session/session.server";

const EVENT = "http://schemas.openid.net/event/backchannel-logout";
const MAX_AGE_SECONDS = 10 * 60;
const MAX_TOKEN_LENGTH = 16_384;
const HEADER_TYPES = new Set([undefined, "logout+jwt", "jwt"]);

export class LogoutTokenRefused extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "LogoutTokenRefused";
  }
}

/** @throws LogoutTokenRefused, ProviderUnavailable, DatabaseUnavailable */
export async function acceptLogoutToken<T>(token: unknown, end: (subject: LogoutSubject) => Promise<T>): Promise<T> {
  const { subject, jti } = await checkLogoutToken(token);
  if (await isUsed(jti)) throw new LogoutTokenRefused("The token was used before");
  const ended = await end(subject);
  // Marked last, so that the provider can send the token again if ending the sessions fails.
  await markUsed(jti);
  return ended;
}

/** The checks of Back-Channel Logout 1.0 §2.6. */
async function checkLogoutToken(token: unknown): Promise<{ subject: LogoutSubject; jti: string }> {
  if (typeof token !== "string" || token.length > MAX_TOKEN_LENGTH)
    throw new LogoutTokenRefused("There is no logout token");
  const claims = await verifyToken(token);
  const { sub, sid, jti, events, nonce } = claims as JWTPayload & Record<"sid" | "events" | "nonce", unknown>;
  const event = isRecord(events) ? events[EVENT] : undefined;
  if (!isRecord(event)) throw new LogoutTokenRefused("The token isn't about a logout");
  if (nonce !== undefined) throw new LogoutTokenRefused("The token has a nonce: it was meant to be an ID token");
  if (typeof jti !== "string" || !jti) throw new LogoutTokenRefused("The token has no jti");
  const subject = { sid: textClaim("sid", sid), sub: textClaim("sub", sub) };
  if (!subject.sid && !subject.sub) throw new LogoutTokenRefused("The token names neither sub nor sid");
  return { subject, jti };
}

function textClaim(name: string, value: unknown): string | undefined {
  if (value === undefined || isIdentifier(value)) return value;
  throw new LogoutTokenRefused(`The token's ${name} is no text`);
}

async function verifyToken(token: string): Promise<JWTPayload> {
  try {
    const { header, claims } = await verifySignature(token, "request");
    if (!HEADER_TYPES.has(header.typ?.toLowerCase().replace(/^application\//, ""))) {
      throw new LogoutTokenRefused("The token has another type");
    }
    const { issuer } = await providerMetadata();
    const audience = env().OIDC_CLIENT_ID;
    // jose checks claims only in an encoded token. The signature was verified above.
    const { payload } = UnsecuredJWT.decode(new UnsecuredJWT(claims).encode(), {
      issuer,
      audience,
      clockTolerance: CLOCK_SKEW_SECONDS,
      maxTokenAge: MAX_AGE_SECONDS,
    });
    return payload;
  } catch (error) {
    throw error instanceof errors.JOSEError ? new LogoutTokenRefused("The token can't be verified", error) : error;
  }
}

async function isUsed(jti: string): Promise<boolean> {
  const used = (await database()).selectFrom("logout_tokens").select("jti").where("jti", "=", sha256(jti));
  return (await used.executeTakeFirst()) !== undefined;
}

async function markUsed(jti: string): Promise<void> {
  // Stored for 20 minutes: a token is valid from 5 minutes before its `iat` to 15 minutes after it.
  const row = { jti: sha256(jti), expires_at: Date.now() + (MAX_AGE_SECONDS + 2 * CLOCK_SKEW_SECONDS) * 1000 };
  const inserting = (await database()).insertInto("logout_tokens").values(row);
  await inserting.onConflict((conflict) => conflict.column("jti").doNothing()).execute();
}
