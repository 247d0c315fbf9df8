import { LRUCache } from "lru-cache";
import type { AccessTokens } from "~/.server/backend/backend-client";
import { GrantRefused } from "~/auth/provider/provider-errors.server";
import { freshSession, renewSession } from "./renewal.server";
import { type LiveSession, loadSession } from "./session.server";
import { expiresSoon } from "./token-life.server";

/** Keys of sessions whose renewed token was refused, too: no renewal for a minute. */
const uselessRenewals = new LRUCache<string, true>({ max: 10_000, ttl: 60_000 });

export class SessionOver extends Error {
  override name = "SessionOver";
}

/** `current` throws SessionOver; `current` and `renew` throw ProviderUnavailable. */
export function accessTokens(session: LiveSession): AccessTokens {
  let latest = session;
  return {
    person: session.sub,
    async current() {
      if (expiresSoon(latest)) {
        const reloaded = await loadSession(latest.key);
        const fresh = reloaded && (await freshSession(reloaded));
        if (!fresh) throw new SessionOver("The session is over");
        latest = fresh;
      }
      return latest.accessToken;
    },
    async renew(refusedToken) {
      const fresh = await renewUnlessUseless(latest.key, refusedToken).catch((error: unknown) => {
        // Without a new token the caller ends the session, because a backend refused the old token.
        if (error instanceof GrantRefused) return undefined;
        throw error;
      });
      if (fresh) latest = fresh;
      return fresh?.accessToken;
    },
    onUselessRenewal() {
      uselessRenewals.set(latest.key, true);
    },
  };
}

async function renewUnlessUseless(key: string, refusedToken: string): Promise<LiveSession | undefined> {
  if (!uselessRenewals.has(key)) return renewSession(key, refusedToken);
  // Another request may have renewed the session.
  const reloaded = await loadSession(key);
  return reloaded?.accessToken === refusedToken ? undefined : reloaded;
}
