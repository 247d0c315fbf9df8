import { setTimeout as pause } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { optional } from "~/.server/backend/optional";
import { isRecent } from "~/.server/is-recent";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { sellerTag } from "~/sellers/write/history-index.server";

const CACHE_TTL_MS = 60_000;
/** About 4 MB. */
const MAX_CACHED = 20_000;
const PARALLEL_CALLS = 6;
/** After this many calls without a response no more are made for the page. */
const MAX_UNANSWERED = 3;
/** Maximum wait for all calls together, in ms. */
const WAIT_MS = 3_000;

type Person = Pick<FranchiseeContext, "session" | "sellers">;

/** By person and seller. */
const cachedAnswers = new LRUCache<string, { isVisible: boolean; at: number }>({ max: MAX_CACHED });

/**
 * Asks the backend, with the person's own token, which sellers they may see. A seller is invisible
 * while the backend refuses or does not respond; neither ends the session (`optional`).
 */
export class VisibleSellers {
  readonly #person: Person;
  /** By `sellerTag`, so that an entry need not be unsealed to find its seller's. */
  readonly #answers = new Map<string, boolean>();
  #callsLeft: number;
  #unanswered = 0;
  #givenUp = false;

  constructor(person: Person, maxCalls: number) {
    this.#person = person;
    this.#callsLeft = maxCalls;
  }

  /** Asks in this order, until the calls are used up. */
  async ask(ids: Iterable<string>): Promise<void> {
    const open = [...new Set(ids)].filter((id) => !this.isAnswered(sellerTag(id)));
    if (open.length === 0 || this.#givenUp) return;
    const worker = async () => {
      while (open.length > 0 && this.#callsLeft > 0 && !this.#givenUp) await this.#askOne(open.shift() as string);
    };
    const done = new AbortController();
    const late = pause(WAIT_MS, undefined, { signal: done.signal }).then(
      () => this.#giveUp(),
      () => undefined,
    );
    await Promise.race([Promise.all(Array.from({ length: PARALLEL_CALLS }, worker)), late]);
    done.abort();
  }

  has(id: string): boolean {
    return this.hasTag(sellerTag(id));
  }

  hasTag(tag: string): boolean {
    return this.#answers.get(tag) === true;
  }

  /** Whether the backend was asked in this request, or a minute ago at most. */
  isAnswered(tag: string): boolean {
    return this.#answers.has(tag) || this.#readCache(tag);
  }

  /** The calls were used up before this seller. */
  isUnchecked(tag: string): boolean {
    return !this.#givenUp && !this.#answers.has(tag);
  }

  /** How many more sellers may be asked for. */
  get callsLeft(): number {
    return this.#givenUp ? 0 : this.#callsLeft;
  }

  /** The backend did not respond about some sellers. */
  get unanswered(): boolean {
    return this.#unanswered > 0;
  }

  #readCache(tag: string): boolean {
    const cached = cachedAnswers.get(this.#keyOf(tag));
    if (!cached || !isRecent(CACHE_TTL_MS, cached.at)) return false;
    this.#answers.set(tag, cached.isVisible);
    return true;
  }

  async #askOne(id: string): Promise<void> {
    this.#callsLeft -= 1;
    const isVisible = await optional(this.#person.sellers.isShown(id));
    const tag = sellerTag(id);
    this.#answers.set(tag, isVisible === true);
    if (isVisible === null) {
      this.#unanswered += 1;
      if (this.#unanswered >= MAX_UNANSWERED) this.#giveUp();
      return;
    }
    cachedAnswers.set(this.#keyOf(tag), { isVisible, at: Date.now() });
  }

  #giveUp(): void {
    this.#givenUp = true;
    this.#unanswered = Math.max(1, this.#unanswered);
  }

  #keyOf(tag: string): string {
    return `${tag} ${this.#person.session.sub}`;
  }
}
