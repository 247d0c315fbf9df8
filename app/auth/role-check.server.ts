import type { AccessTokens } from "~/.server/backend/backend-client";
import { BackendError } from "~/.server/backend/backend-error";
import { log } from "~/.server/log";
import { profileOrFallback } from "~/auth/directory-profiles.server";
import { type LiveSession, loadSession } from "~/auth/session/session.server";
import { isFranchisee } from "~/domain/franchisee-role";

/** `directoryUnavailable`: the directory refuses, or is down for over PROFILE_STALE_MINUTES. */
export type RoleProblem = "noRole" | "directoryUnavailable" | "signedOut";

/**
 * Checks whether a person still is a franchisee while a job or a download works for them. An outage
 * of the provider or the database is no problem here: the work's own next call fails and says why.
 */
export type CheckRole = () => Promise<RoleProblem | undefined>;

const RETRY_MS = 5_000;

/** Call the check before each item: after a failure it leaves the directory alone for RETRY_MS. */
export function createRoleCheck(session: LiveSession, tokens: AccessTokens): CheckRole {
  let retryAt = 0;
  return async () => {
    if (performance.now() < retryAt) return undefined;
    try {
      const { profile, isFallback } = await profileOrFallback(session, tokens);
      if (isFallback) retryAt = performance.now() + RETRY_MS;
      return isFranchisee(profile) ? undefined : "noRole";
    } catch (err) {
      if (err instanceof BackendError) {
        // A deleted session has no fallback profile either, so the directory may not be the cause.
        return (await loadSession(session.key)) ? "directoryUnavailable" : "signedOut";
      }
      retryAt = performance.now() + RETRY_MS;
      log().warn({ err }, "the role of a working person can't be checked");
      return undefined;
    }
  };
}
