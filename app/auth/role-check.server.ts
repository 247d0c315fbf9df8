import type { AccessTokens } from "~/.server/backend/backend-client";
import { BackendError } from "~/.server/backend/backend-error";
import { log } from "~/.server/log";
import { profileOrFallback } from "~/auth/directory-profiles.server";
import { type LiveSession, loadSession } from "~/auth/session/session.server";
import { isFranchisee } from "~/domain/franchisee-role";

/**
 * `directoryUnavailable`: the directory refused the request, or has been down for longer than
 * PROFILE_STALE_MINUTES.
 */
export type RoleProblem = "noRole" | "directoryUnavailable" | "signedOut";

/** During an outage of the provider or database the check returns undefined: the work will fail. */
export type CheckRole = () => Promise<RoleProblem | undefined>;

const RETRY_MS = 5_000;

/** The check runs before each item of a job. After a failure it is skipped for RETRY_MS. */
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
        // The error may also mean a sign-out, which deletes the stored profile.
        return (await loadSession(session.key)) ? "directoryUnavailable" : "signedOut";
      }
      retryAt = performance.now() + RETRY_MS;
      log().warn({ err }, "the role of a working person can't be checked");
      return undefined;
    }
  };
}
