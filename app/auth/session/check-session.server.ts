import { LRUCache } from "lru-cache";
import { hashed } from "~/.server/store/hashed";
import { hasNews } from "~/.server/store/news";
import { NEWS_HEADER, PERSON_HEADER, SESSION_ENDS_HEADER } from "~/auth/timing";
import { printExpiry } from "./expiry";
import { limitsOf, nearExpiry, type SessionLimits } from "./near-expiry.server";
import { expiresSoon } from "./renewal.server";
import { livingSessionIn, loadSession } from "./session.server";

/** Sessions whose person and limits this process remembers, so that few checks have to unseal the record. */
const MAX_REMEMBERED = 20_000;
const remembered = new LRUCache<string, { sub: string; limits: SessionLimits }>({ max: MAX_REMEMBERED });

/** By which a page tells one person from another who signs in later in its browser. */
export function personMark(sub: string): string {
  return hashed(sub).slice(0, 16);
}

/**
 * The session check of open pages (docs/product.md §9): 204 or 401, no body; it doesn't count as using the session. One
 * header says whose it is, another that there is something to tell them (`sellers/jobs/news.route.ts`), a third when the session ends,
 * if that is soon.
 */
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
  const known = remembered.get(key);
  // The hidden frame renews a token in its last minute, and moves the session's end by that.
  if (known && (known.limits.hasRefreshToken || !expiresSoon(known.limits))) return known;
  const session = await loadSession(key);
  if (!session) return undefined;
  const read = { sub: session.sub, limits: limitsOf(session) };
  remembered.set(key, read);
  return read;
}
