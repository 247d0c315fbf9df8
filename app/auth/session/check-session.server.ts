import { hasNews } from "~/.server/db/news";
import { env } from "~/.server/env";
import { sha256 } from "~/.server/tokens";
import { EXPIRY_NOTICE_MS } from "~/auth/fixed-times";
import { type LiveSession, peekSession } from "./session.server";
import { type Expiry, NEWS_HEADER, PERSON_HEADER, printExpiry, SESSION_ENDS_HEADER } from "./session-headers";
import { isRenewalOverdue } from "./token-life.server";

/** A hash by which an open page notices that another person has signed in. */
export function personMark(sub: string): string {
  return sha256(sub).slice(0, 16);
}

/** Answers 204, or 401 after the session's end. The check doesn't count as using the session. */
export async function checkSession(
  cookieHeader: string | null,
): Promise<{ status: number; headers?: Record<string, string> }> {
  const session = await peekSession(cookieHeader);
  if (!session) return { status: 401 };
  const expiry = nearExpiry(session);
  const headers = {
    [PERSON_HEADER]: personMark(session.sub),
    ...((await hasNews(session.sub)) ? { [NEWS_HEADER]: "1" } : {}),
    ...(expiry ? { [SESSION_ENDS_HEADER]: printExpiry(expiry) } : {}),
  };
  return { status: 204, headers };
}

/**
 * Returns when the session ends, in its last two minutes; else null. Without a refresh token it ends
 * with the access token, if the hidden frame has had its time to renew that.
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

/** Half of the idle limit if that is 1 or 2 minutes: the notice would be there from the start. */
function idleNoticeMs(): number {
  return Math.min(EXPIRY_NOTICE_MS, (env().SESSION_IDLE_MINUTES * 60_000) / 2);
}
