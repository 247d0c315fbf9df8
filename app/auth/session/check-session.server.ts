import { hasNews } from "~/.server/db/news";
import { env } from "~/.server/env";
import { sha256 } from "~/.server/tokens";
import { EXPIRY_NOTICE_MS } from "~/auth/fixed-times";
import { type LiveSession, peekSession } from "./session.server";
import { type Expiry, NEWS_HEADER, PERSON_HEADER, printExpiry, SESSION_ENDS_HEADER } from "./session-headers";
import { isRenewalOverdue } from "./token-life.server";

/** An open page compares this hash to notice that another person has signed in. */
export function personMark(sub: string): string {
  return sha256(sub).slice(0, 16);
}

/** 204, or 401 after the session's end. The check doesn't move the idle limit. */
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

/** @returns null until the session's last two minutes */
export function nearExpiry(session: LiveSession): Expiry | null {
  const { endsAt, tokenExpiresAt = endsAt, refreshToken, idleEndsAt } = session;
  // Without a refresh token the session ends with its access token. That end isn't announced while
  // the hidden frame may still renew the token.
  const fixedAt = !refreshToken && isRenewalOverdue(session) ? Math.min(endsAt, tokenExpiresAt) : endsAt;
  if (idleEndsAt < fixedAt) return isNear(idleEndsAt, idleNoticeMs()) ? { limit: "idle", at: idleEndsAt } : null;
  return isNear(fixedAt) ? { limit: "fixed", at: fixedAt } : null;
}

export function isNear(at: number, noticeMs = EXPIRY_NOTICE_MS): boolean {
  return at - Date.now() <= noticeMs;
}

/** At most half of the idle limit: with a limit of 2 minutes, the notice would always be shown. */
function idleNoticeMs(): number {
  return Math.min(EXPIRY_NOTICE_MS, (env().SESSION_IDLE_MINUTES * 60_000) / 2);
}
