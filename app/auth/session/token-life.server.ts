import { RENEW_BEFORE_EXPIRY_SECONDS, RENEWAL_FRAME_TIMEOUT_MS } from "~/auth/fixed-times";
import type { SessionRecord } from "./session.server";

type TokenLife = Pick<SessionRecord, "expiresAt" | "lifetime">;

/** @returns undefined if the provider doesn't say when the token expires */
export function secondsToRenewal(token: TokenLife): number | undefined {
  const { expiresAt } = token;
  if (expiresAt === undefined) return undefined;
  return Math.max(0, Math.ceil((expiresAt - Date.now()) / 1000 - noticeSeconds(token)));
}

/** Half of a short lifetime: a notice as long as the lifetime would renew without end. */
function noticeSeconds({ lifetime = 0 }: TokenLife): number {
  return lifetime > RENEW_BEFORE_EXPIRY_SECONDS ? RENEW_BEFORE_EXPIRY_SECONDS : lifetime / 2;
}

export function expiresSoon(token: TokenLife): boolean {
  return secondsToRenewal(token) === 0;
}

export function isRenewalOverdue(token: TokenLife): boolean {
  const { expiresAt } = token;
  return expiresAt !== undefined && expiresAt - Date.now() < noticeSeconds(token) * 1000 - RENEWAL_FRAME_TIMEOUT_MS;
}

export function isExpired({ expiresAt }: TokenLife): boolean {
  return expiresAt !== undefined && expiresAt <= Date.now();
}
