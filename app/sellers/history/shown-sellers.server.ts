import { setTimeout as pause } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { known, optional } from "~/.server/backend/optional";
import { hashed } from "~/.server/store/hashed";
import { wasWithin } from "~/.server/was-within";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";

/** How long the backend's answer about a person and a seller is believed, in ms. */
const BELIEVED_MS = 60_000;
/** Answers that this process keeps, at most: about 4 MB. */
const MAX_KEPT = 20_000;
/** Sellers asked for at once. */
const AT_ONCE = 6;
/** After so many calls without an answer no more are made for the page. */
const MAX_UNANSWERED = 3;
/** What a page waits for all of them together, in ms. */
const PATIENCE_MS = 3_000;

type Person = Pick<FranchiseeContext, "session" | "sellers">;

const kept = new LRUCache<string, { shown: boolean; at: number }>({ max: MAX_KEPT });

/**
 * Which sellers the backend shows a person now, asked with their own token for one page. A backend that refuses or
 * doesn't answer shows nobody, and ends no session (`optional`).
 */
export class ShownSellers {
  readonly #person: Person;
  readonly #answers = new Map<string, boolean>();
  #left: number;
  #unanswered = 0;
  #givenUp = false;

  /** @param most sellers that the backend is asked for, those of whom it was asked lately not among them */
  constructor(person: Person, most: number) {
    this.#person = person;
    this.#left = most;
  }

  /** Finds out about these, the first ones first, as far as somebody may still be asked. */
  async ask(ids: Iterable<string>): Promise<void> {
    const open = [...new Set(ids)].filter((id) => !this.#answers.has(id) && !this.#remember(id));
    if (open.length === 0 || this.#givenUp) return;
    const worker = async () => {
      while (open.length > 0 && this.#left > 0 && !this.#givenUp) await this.#askOne(open.shift() as string);
    };
    const done = new AbortController();
    const late = pause(PATIENCE_MS, undefined, { signal: done.signal }).then(
      () => this.#giveUp(),
      () => undefined,
    );
    await Promise.race([Promise.all(Array.from({ length: AT_ONCE }, worker)), late]);
    done.abort();
  }

  shows(id: string): boolean {
    return this.#answers.get(id) === true;
  }

  /** Nobody was asked about this one: as many as may be were asked before. */
  isBeyond(id: string): boolean {
    return !this.#givenUp && !this.#answers.has(id);
  }

  /** Of some the backend didn't say. */
  get unanswered(): boolean {
    return this.#unanswered > 0;
  }

  #remember(id: string): boolean {
    const word = kept.get(this.#keyOf(id));
    if (!word || !wasWithin(BELIEVED_MS, word.at)) return false;
    this.#answers.set(id, word.shown);
    return true;
  }

  async #askOne(id: string): Promise<void> {
    this.#left -= 1;
    const shown = known(await optional(this.#person.sellers.isShown(id)));
    this.#answers.set(id, shown === true);
    if (shown === null) {
      this.#unanswered += 1;
      if (this.#unanswered >= MAX_UNANSWERED) this.#giveUp();
      return;
    }
    kept.set(this.#keyOf(id), { shown, at: Date.now() });
  }

  #giveUp(): void {
    this.#givenUp = true;
    this.#unanswered = Math.max(1, this.#unanswered);
  }

  #keyOf(id: string): string {
    return hashed(JSON.stringify([this.#person.session.sub, id]));
  }
}
