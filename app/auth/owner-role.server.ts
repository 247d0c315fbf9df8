import type { AccessTokens } from "~/.server/backend/backend-client";
import { BackendError } from "~/.server/backend/backend-error";
import { log } from "~/.server/log";
import { isFranchisee } from "~/domain/directory-profile";
import { profileOrFallback } from "./access.server";
import type { LiveSession } from "./session/session.server";

/** How long a directory that didn't answer is left alone, in ms. */
const AWAY_MS = 5_000;

/** `unconfirmed`: the directory refuses or is away for more than PROFILE_STALE_MINUTES. */
export type RoleState = "held" | "lost" | "unconfirmed";

/** Whether a session's person still has the role, for work that goes on without them. */
export class OwnerRole {
  readonly #session: LiveSession;
  readonly #tokens: AccessTokens;
  #notBefore = 0;

  constructor(session: LiveSession, tokens: AccessTokens) {
    this.#session = session;
    this.#tokens = tokens;
  }

  /** Never rejects: without the provider or the store, the item's own calls say what is wrong. */
  async state(): Promise<RoleState> {
    if (performance.now() < this.#notBefore) return "held";
    try {
      const { profile, isFallback } = await profileOrFallback(this.#session, this.#tokens);
      if (isFallback) this.#notBefore = performance.now() + AWAY_MS;
      return isFranchisee(profile) ? "held" : "lost";
    } catch (err) {
      if (err instanceof BackendError) return "unconfirmed";
      this.#notBefore = performance.now() + AWAY_MS;
      log().warn({ err }, "nobody says whether the owner of a job still has the role");
      return "held";
    }
  }
}
