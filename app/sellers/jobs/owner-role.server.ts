import type { AccessTokens } from "~/.server/backend/backend-client";
import { BackendError } from "~/.server/backend/backend-error";
import { log } from "~/.server/log";
import { profileOrFallback } from "~/auth/access.server";
import type { LiveSession } from "~/auth/session/session.server";
import { isFranchisee } from "~/domain/directory-profile";

/** Whether the owner of a job still has the role, while the job works without them. */
export class OwnerRole {
  readonly #session: LiveSession;
  readonly #tokens: AccessTokens;
  /** A directory that didn't answer isn't asked again before, by the monotonic clock in ms. */
  #notBefore = 0;

  constructor(session: LiveSession, tokens: AccessTokens) {
    this.#session = session;
    this.#tokens = tokens;
  }

  /**
   * Undefined while the person has the role, as far as is known: without the provider or the store
   * the item's own calls say what is wrong. Never rejects.
   * @returns `directoryUnavailable` if it refuses, or is away for more than PROFILE_STALE_MINUTES
   */
  async obstacle(): Promise<"noRole" | "directoryUnavailable" | undefined> {
    if (performance.now() < this.#notBefore) return undefined;
    try {
      const { profile, isFallback } = await profileOrFallback(this.#session, this.#tokens);
      if (isFallback) this.#notBefore = performance.now() + 5_000;
      return isFranchisee(profile) ? undefined : "noRole";
    } catch (err) {
      if (err instanceof BackendError) return "directoryUnavailable";
      this.#notBefore = performance.now() + 5_000;
      log().warn({ err }, "nobody says whether the owner of a job still has the role");
      return undefined;
    }
  }
}
