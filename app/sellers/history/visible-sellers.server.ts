import { LRUCache } from "lru-cache";
import { optional } from "~/.server/backend/optional";
import { inTime } from "~/.server/http/deferred";
import { isRecent } from "~/.server/times";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";

type Person = Pick<FranchiseeContext, "session" | "sellers">;

/** Its keys name a person and a seller. */
const cachedAnswers = new LRUCache<string, { isVisible: boolean; at: number }>({ max: 20_000 });

/**
 * Asks the backend, with the person's own token, which sellers they may see. A seller is invisible
 * while the backend refuses or does not respond; neither ends the session (`optional`).
 */
export class VisibleSellers {
  readonly #person: Person;
  readonly #answers = new Map<string, boolean>();
  #callsLeft: number;
  #unanswered = 0;
  #isGivenUp = false;

  constructor(person: Person, maxCalls: number) {
    this.#person = person;
    this.#callsLeft = maxCalls;
  }

  /** Asks in this order, until the calls are used up or the page has waited long enough. */
  async ask(ids: Iterable<string>): Promise<void> {
    const open = [...new Set(ids)].filter((id) => !this.#isKnown(id)).slice(0, this.#callsLeft);
    if (open.length === 0 || this.#isGivenUp) return;
    this.#callsLeft -= open.length;
    const worker = async () => {
      for (let id = open.shift(); id !== undefined && !this.#isGivenUp; id = open.shift()) await this.#askOne(id);
    };
    const allAsked = Promise.all(Array.from({ length: 6 }, worker));
    const isInTime = await inTime(
      allAsked.then(() => true),
      false,
    );
    if (!isInTime) this.#isGivenUp = true;
  }

  has(id: string | undefined): boolean {
    return id !== undefined && this.#answers.get(id) === true;
  }

  /** The calls were used up before this seller. */
  isUnchecked(id: string | undefined): boolean {
    return id !== undefined && !this.#isGivenUp && !this.#answers.has(id);
  }

  /** The backend did not respond about some sellers. */
  get unanswered(): boolean {
    return this.#isGivenUp || this.#unanswered > 0;
  }

  /** Whether the backend was asked in this request, or a minute ago at most. */
  #isKnown(id: string): boolean {
    if (this.#answers.has(id)) return true;
    const cached = cachedAnswers.get(this.#keyOf(id));
    if (!cached || !isRecent(60_000, cached.at)) return false;
    this.#answers.set(id, cached.isVisible);
    return true;
  }

  async #askOne(id: string): Promise<void> {
    const isVisible = await optional(this.#person.sellers.isShown(id));
    this.#answers.set(id, isVisible === true);
    if (isVisible === null) {
      this.#unanswered += 1;
      // No more calls are made for the page.
      if (this.#unanswered >= 3) this.#isGivenUp = true;
      return;
    }
    cachedAnswers.set(this.#keyOf(id), { isVisible, at: Date.now() });
  }

  #keyOf(id: string): string {
    return `${id} ${this.#person.session.sub}`;
  }
}
