import { env } from "~/.server/env";
import { EXPIRY_NOTICE_MS } from "~/auth/timing";
import type { Expiry } from "./expiry";
import { isRenewalOverdue } from "./renewal.server";
import type { SessionRecord } from "./session.server";

/** What the end of a session depends on, apart from its idle limit. */
export type SessionLimits = Pick<SessionRecord, "endsAt" | "expiresAt" | "lifetime"> & { hasRefreshToken: boolean };

export function limitsOf({ endsAt, expiresAt, lifetime, refreshToken }: SessionRecord): SessionLimits {
  return { endsAt, expiresAt, lifetime, hasRefreshToken: refreshToken !== undefined };
}

/**
 * The end of a session, from two minutes before. Without a refresh token the access token's end counts as well, once the hidden
 * frame should have renewed the token and hasn't.
 * @returns null while there is more time
 */
export function nearExpiry(limits: SessionLimits, idleEndsAt: number): Expiry | null {
  const { endsAt, expiresAt = endsAt, hasRefreshToken } = limits;
  const fixedAt = !hasRefreshToken && isRenewalOverdue(limits) ? Math.min(endsAt, expiresAt) : endsAt;
  if (idleEndsAt < fixedAt) return isNear(idleEndsAt, idleNoticeMs()) ? { limit: "idle", at: idleEndsAt } : null;
  return isNear(fixedAt) ? { limit: "fixed", at: fixedAt } : null;
}

export function isNear(at: number, noticeMs = EXPIRY_NOTICE_MS): boolean {
  return at - Date.now() <= noticeMs;
}

/** With SESSION_IDLE_MINUTES of 1 or 2, two minutes would cover the whole session. */
function idleNoticeMs(): number {
  return Math.min(EXPIRY_NOTICE_MS, (env().SESSION_IDLE_MINUTES * 60_000) / 2);
}
