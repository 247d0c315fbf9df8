import type { AccessTokens } from "~/.server/backend/backend-client";
import { BoundedMap } from "~/.server/bounded-map";
import { GrantRefused } from "~/auth/provider/provider-errors.server";
import { expiresSoon, freshSession, renewedSession } from "./renewal.server";
import { type LiveSession, loadSession } from "./session.server";

/**
 * A session whose fresh token a backend refused isn't renewed for a refusal again so soon, in ms: where a page does without the call
 * (`optional`), nothing else would keep each of its views from asking the provider.
 */
const IN_VAIN_MS = 60_000;
const MAX_REMEMBERED = 10_000;

/** When that last happened to a session, by its key. */
const inVain = new BoundedMap<string, number>(MAX_REMEMBERED);

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
        // The token can't be renewed: treat the backend's 401 as final. A call that the page can do without ends no session.
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
  const since = Date.now() - (inVain.get(key) ?? 0);
  if (since > IN_VAIN_MS) return renewedSession(key, refused);
  // It may have been renewed meanwhile because it came to its end.
  const now = await loadSession(key);
  return now?.accessToken === refused ? undefined : now;
}
