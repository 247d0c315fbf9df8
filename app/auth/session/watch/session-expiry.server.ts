import { env } from "~/.server/env";
import { EXPIRY_NOTICE_MS } from "~/auth/fixed-times";
import type { LiveSession } from "../session.server";
import type { Expiry } from "../session-headers";
import { isRenewalOverdue } from "../token-life.server";

/**
 * Returns the session's end within two minutes of it. Without a refresh token the access token's
 * end counts too, once the hidden frame is overdue.
 */
export function nearExpiry(session: LiveSession): Expiry | null {
  const { endsAt, tokenExpiresAt = endsAt, refreshToken, idleEndsAt } = session;
  const fixedAt = !refreshToken && isRenewalOverdue(session) ? Math.min(endsAt, tokenExpiresAt) : endsAt;
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
