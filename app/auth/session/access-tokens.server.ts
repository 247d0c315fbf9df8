import { LRUCache } from "lru-cache";
import type { AccessTokens } from "~/.server/backend/backend-client";
import { isRecent } from "~/.server/is-recent";
import { GrantRefused } from "~/auth/provider/provider-errors.server";
import { expiresSoon, freshSession, renewedSession } from "./renewal.server";
import { type LiveSession, loadSession } from "./session.server";

/**
 * After a backend refused even a renewed token, its refusals don't cause another renewal for so long, in ms. Otherwise each view of a
 * page that does without the refused call (`optional`) would ask the provider anew.
 */
const IN_VAIN_MS = 60_000;
const MAX_REMEMBERED = 10_000;

/** When a renewed token was last refused, by the session's key. */
const inVain = new LRUCache<string, number>({ max: MAX_REMEMBERED });

/** The session has ended while work was done on its behalf. */
export class SessionOver extends Error {
  constructor() {
    super("The session is over");
    this.name = "SessionOver";
  }
}

/**
 * The access tokens of one session, for as long as it lives; a job that runs for hours may hold on to it.
 * `current` throws SessionOver; both throw ProviderUnavailable.
 */
export function accessTokens(session: LiveSession): AccessTokens {
  let latest = session;
  return {
    person: session.sub,
    async current() {
      if (expiresSoon(latest)) {
        const now = await loadSession(latest.key);
        const fresh = now && (await freshSession(now));
        if (!fresh) throw new SessionOver();
        latest = fresh;
      }
      return latest.accessToken;
    },
    async renewed(refused) {
      const fresh = await withAnotherToken(latest.key, refused).catch((error: unknown) => {
        // Without a renewal the backend's 401 is final. Whether that ends the session is for the caller: `optional` calls don't.
        if (error instanceof GrantRefused) return undefined;
        throw error;
      });
      if (fresh) latest = fresh;
      return fresh?.accessToken;
    },
    renewedInVain() {
      inVain.set(latest.key, Date.now());
    },
  };
}

/** The session with another token than the one refused, if there is one to be had. @throws as `renewedSession` */
async function withAnotherToken(key: string, refused: string): Promise<LiveSession | undefined> {
  if (!isRecent(IN_VAIN_MS, inVain.get(key))) return renewedSession(key, refused);
  // It may have been renewed meanwhile because it came to its end.
  const now = await loadSession(key);
  return now?.accessToken === refused ? undefined : now;
}
