import type { AccessTokens } from "~/.server/backend/backend-client";
import { GrantRefused } from "~/auth/provider/provider-errors.server";
import { expiresSoon, freshSession, renewedSession } from "./renewal.server";
import { type LiveSession, loadSession } from "./session.server";

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
      const fresh = await renewedSession(latest.key, refused).catch((error: unknown) => {
        // The token can't be renewed: treat the backend's 401 as final. A call that the page can do without ends no session.
        if (error instanceof GrantRefused) return undefined;
        throw error;
      });
      if (fresh) latest = fresh;
      return fresh?.accessToken;
    },
  };
}
