import { LRUCache } from "lru-cache";
import { env } from "~/.server/env";
import { hashed } from "~/.server/store/hashed";
import { hasNews } from "~/.server/store/news";
import { EXPIRY_NOTICE_MS, NEWS_HEADER, PERSON_HEADER, SESSION_ENDS_HEADER } from "~/auth/timing";
import { type Expiry, printExpiry } from "./expiry";
import { expiresSoon, isRenewalOverdue } from "./renewal.server";
import { livingSessionIn, loadSession, type SessionRecord } from "./session.server";

/** So that few checks have to unseal the session. */
const MAX_REMEMBERED = 20_000;
const cache = new LRUCache<string, { sub: string; limits: SessionLimits }>({ max: MAX_REMEMBERED });

/** Lets a page notice that another person signed in. */
export function personMark(sub: string): string {
  return hashed(sub).slice(0, 16);
}

/** 204 or 401 without a body (docs/product.md §9). It doesn't count as using the session. */
export async function checkSession(
  cookieHeader: string | null,
): Promise<{ status: number; headers?: Record<string, string> }> {
  const living = await livingSessionIn(cookieHeader);
  const session = living && (await rememberedSession(living.key));
  if (!session) return { status: 401 };
  const { sub, limits } = session;
  const expiry = nearExpiry(limits, living.idleEndsAt);
  const headers = {
    [PERSON_HEADER]: personMark(sub),
    ...((await hasNews(sub)) ? { [NEWS_HEADER]: "1" } : {}),
    ...(expiry ? { [SESSION_ENDS_HEADER]: printExpiry(expiry) } : {}),
  };
  return { status: 204, headers };
}

async function rememberedSession(key: string) {
  const cached = cache.get(key);
  // The hidden frame renews a token in its last minute, which moves the session's end.
  if (cached && (cached.limits.hasRefreshToken || !expiresSoon(cached.limits))) return cached;
  const session = await loadSession(key);
  if (!session) return undefined;
  const read = { sub: session.sub, limits: limitsOf(session) };
  cache.set(key, read);
  return read;
}

export type SessionLimits = Pick<SessionRecord, "endsAt" | "expiresAt" | "lifetime"> & { hasRefreshToken: boolean };

function limitsOf({ endsAt, expiresAt, lifetime, refreshToken }: SessionRecord): SessionLimits {
  return { endsAt, expiresAt, lifetime, hasRefreshToken: refreshToken !== undefined };
}

/**
 * Returns the session's end within two minutes of it. Without a refresh token the access token's
 * end counts too, once the hidden frame is overdue.
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
