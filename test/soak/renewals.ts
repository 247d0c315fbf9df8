import type { World } from "../support/world";

/** A token call that was under way, or whose answer wasn't yet written down, when it was cut, takes this long at most. */
const UNDER_WAY_MS = 1_000;

/**
 * The calls for new tokens as the provider saw them. It gives another refresh token each time, and ends a session whose
 * old one comes once more (RFC 9700 §4.14.2): so a session is rightly lost where an answer was, and only there.
 */
export class RenewalWatch {
  /** When each refresh token came, in ms since the epoch. */
  readonly #came = new Map<string, Set<number>>();
  readonly #cutAt: number[] = [];

  /** The provider, or the process that asks it, goes away now. */
  cut(): void {
    this.#cutAt.push(Date.now());
  }

  /** Looks at what came since the last time: the sandbox remembers its last ten thousand requests only. */
  look({ sandbox }: World): void {
    for (const { path, body, at } of sandbox.control.requests("provider")) {
      const token = path.endsWith("/token") && (body as { refresh_token?: string } | undefined)?.refresh_token;
      if (token) this.#came.set(token, (this.#came.get(token) ?? new Set()).add(at));
    }
  }

  /** How many tokens came again, and of how many of those the first answer was cut off. */
  count(): { renewals: number; again: number; afterCut: number } {
    const again = [...this.#came.values()].filter((times) => times.size > 1);
    const afterCut = again.filter((times) => {
      const first = Math.min(...times);
      return this.#cutAt.some((cut) => first <= cut + UNDER_WAY_MS && first >= cut - UNDER_WAY_MS);
    });
    return { renewals: this.#came.size, again: again.length, afterCut: afterCut.length };
  }
}
