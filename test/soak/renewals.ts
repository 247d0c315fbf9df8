import type { World } from "../support/world";

/** How long the app waits for new tokens (RENEWAL_TIMEOUT_SECONDS of token-requests.server.ts). */
const PATIENCE_MS = 25_000;
/** A process that is killed may have had an answer that it hadn't written down yet. */
const NOT_YET_WRITTEN_MS = 1_000;

/**
 * The calls for new tokens as the provider saw them. It gives another refresh token each time, and
 * ends a session whose old one comes once more (RFC 9700 §4.14.2): so a session is rightly lost
 * where an answer was, and only there.
 */
export class RenewalWatch {
  /** Of each refresh token that came: how often, and whether its first answer can have arrived. */
  readonly #tokens = new Map<string, { first: number; last: number; lost: boolean }>();
  #killedAt = Number.POSITIVE_INFINITY;

  /** The process that asks is killed now. */
  killed(): void {
    this.#killedAt = Date.now();
  }

  /**
   * Looks at what came since: the sandbox remembers its last ten thousand requests, so it is to be
   * asked often.
   */
  look({ sandbox }: World): void {
    for (const { path, body, at, tookMs = Number.POSITIVE_INFINITY } of sandbox.control.requests("provider")) {
      const token = path.endsWith("/token") && (body as { refresh_token?: string } | undefined)?.refresh_token;
      if (!token) continue;
      const { first = at, last = at } = this.#tokens.get(token) ?? {};
      const ofFirst = at === first ? this.#isLost(at, tookMs) : (this.#tokens.get(token)?.lost ?? false);
      this.#tokens.set(token, { first, last: Math.max(last, at), lost: ofFirst });
    }
  }

  #isLost(at: number, tookMs: number): boolean {
    const beforeKill = at < this.#killedAt && at + tookMs > this.#killedAt - NOT_YET_WRITTEN_MS;
    return tookMs >= PATIENCE_MS || beforeKill;
  }

  /** How many tokens came again, and of how many of those the first answer was lost. */
  count(): { renewals: number; again: number; lost: number } {
    const again = [...this.#tokens.values()].filter(({ first, last }) => last > first);
    return { renewals: this.#tokens.size, again: again.length, lost: again.filter(({ lost }) => lost).length };
  }
}
