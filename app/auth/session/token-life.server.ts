import { RENEW_BEFORE_EXPIRY_SECONDS, RENEWAL_FRAME_TIMEOUT_MS } from "~/auth/fixed-times";
import type { SessionRecord } from "./session.server";

/** Both members are set, or neither. */
type TokenLife = Pick<SessionRecord, "tokenExpiresAt" | "tokenLifetimeSeconds">;

/** @returns undefined if the provider doesn't say when the token expires */
export function secondsToRenewal(token: TokenLife): number | undefined {
  const { tokenExpiresAt } = token;
  if (tokenExpiresAt === undefined) return undefined;
  return Math.max(0, Math.ceil((tokenExpiresAt - Date.now()) / 1000 - noticeSeconds(token)));
}

/** A token with a lifetime of 60 s or less is renewed after half of its lifetime. */
function noticeSeconds({ tokenLifetimeSeconds: seconds = 0 }: TokenLife): number {
  return seconds > RENEW_BEFORE_EXPIRY_SECONDS ? RENEW_BEFORE_EXPIRY_SECONDS : seconds / 2;
}

export function expiresSoon(token: TokenLife): boolean {
  return secondsToRenewal(token) === 0;
}

/** The hidden frame should have renewed the token by now. */
export function isRenewalOverdue(token: TokenLife): boolean {
  const { tokenExpiresAt } = token;
  if (tokenExpiresAt === undefined) return false;
  return tokenExpiresAt - Date.now() < noticeSeconds(token) * 1000 - RENEWAL_FRAME_TIMEOUT_MS;
}

export function isExpired({ tokenExpiresAt }: TokenLife): boolean {
  return tokenExpiresAt !== undefined && tokenExpiresAt <= Date.now();
}
