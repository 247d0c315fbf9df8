import type { AccessTokens } from "~/.server/backend/backend-client";
import { BackendError } from "~/.server/backend/backend-error";
import { log } from "~/.server/log";
import { profileOrFallback } from "~/auth/directory-profiles.server";
import { type LiveSession, loadSession } from "~/auth/session/session.server";
import { isFranchisee } from "~/domain/franchisee-role";

/** `directoryUnavailable`: the directory refuses, or is down for over PROFILE_STALE_MINUTES. */
export type RoleProblem = "noRole" | "directoryUnavailable" | "signedOut";

/**
 * Checks whether a person still has the role while a job or a download works for them. If the
 * provider or the database fails, there is no problem: the work's own calls then fail with the
 * right reason.
 */
export type CheckRole = () => Promise<RoleProblem | undefined>;

const RETRY_MS = 5_000;

/** A job checks the role before each item, but a directory that failed isn't called for RETRY_MS. */
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
