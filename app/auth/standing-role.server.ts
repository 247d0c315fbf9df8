import type { AccessTokens } from "~/.server/backend/backend-client";
import { log } from "~/.server/log";
import { isFranchisee } from "~/domain/is-franchisee";
import { directoryIdOf } from "./access.server";
import { directoryProfile } from "./directory-profiles.server";
import type { LiveSession } from "./session/session.server";

/** How long a directory that didn't answer is left alone, in ms. */
const AWAY_MS = 5_000;

/** Whether a session's person still has the role, for work that goes on without them. */
export class StandingRole {
  readonly #session: LiveSession;
  readonly #tokens: AccessTokens;
  #notBefore = 0;

  constructor(session: LiveSession, tokens: AccessTokens) {
    this.#session = session;
    this.#tokens = tokens;
  }

  /** As the directory said within PROFILE_TTL_SECONDS. One that doesn't answer takes nobody's role. Never rejects. */
  async holds(): Promise<boolean> {
    if (performance.now() < this.#notBefore) return true;
    try {
      const { key } = this.#session;
      return isFranchisee(await directoryProfile(directoryIdOf(this.#session), key, this.#tokens));
    } catch (err) {
      this.#notBefore = performance.now() + AWAY_MS;
      log().warn({ err }, "nobody says whether the owner of a job still has the role");
      return true;
    }
  }
}
