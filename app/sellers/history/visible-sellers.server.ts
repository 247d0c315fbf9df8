import { LRUCache } from "lru-cache";
import { optional } from "~/.server/backend/optional";
import { inTime } from "~/.server/http/deferred";
import { isRecent } from "~/.server/times";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";

const PARALLEL_CALLS = 6;
const MAX_FAILED_CALLS = 3;

type Person = Pick<FranchiseeContext, "session" | "sellers">;

const cachedAnswers = new LRUCache<string, { isVisible: boolean; at: number }>({ max: 20_000 });

/** Asks the backend which sellers a person may see. Without a response a seller is hidden. */
export class VisibleSellers {
  readonly #person: Person;
  readonly #answers = new Map<string, boolean>();
  #callsLeft: number;
  #failedCalls = 0;
  /** Set after three failed calls, or calls that took too long: no further seller is checked. */
  #hasStopped = false;

  constructor(person: Person, maxCalls: number) {
    this.#person = person;
    this.#callsLeft = maxCalls;
  }

  async check(ids: Iterable<string>): Promise<void> {
    const openIds = [...new Set(ids)].filter((id) => !this.#recallAnswer(id)).slice(0, this.#callsLeft);
    if (openIds.length === 0 || this.#hasStopped) return;
    this.#callsLeft -= openIds.length;
    const worker = async () => {
      for (let id = openIds.shift(); id !== undefined && !this.#hasStopped; id = openIds.shift())
        await this.#checkOne(id);
    };
    const allChecked = Promise.all(Array.from({ length: PARALLEL_CALLS }, worker));
    if ((await inTime<unknown>(allChecked, "late")) === "late") this.#hasStopped = true;
  }

  has(id: string | undefined): boolean {
    return id !== undefined && this.#answers.get(id) === true;
  }

  /** Whether the seller wasn't checked because no call was left (and not because calls failed). */
  isUnchecked(id: string | undefined): boolean {
    return id !== undefined && !this.#hasStopped && !this.#answers.has(id);
  }

  get hasBackendFailed(): boolean {
    return this.#hasStopped || this.#failedCalls > 0;
  }

  #recallAnswer(id: string): boolean {
    if (this.#answers.has(id)) return true;
    const cached = cachedAnswers.get(this.#keyOf(id));
    if (!cached || !isRecent(60_000, cached.at)) return false;
    this.#answers.set(id, cached.isVisible);
    return true;
  }

  async #checkOne(id: string): Promise<void> {
    const isVisible = await optional(this.#person.sellers.canSee(id));
    this.#answers.set(id, isVisible === true);
    if (isVisible === null) {
      this.#failedCalls += 1;
      if (this.#failedCalls >= MAX_FAILED_CALLS) this.#hasStopped = true;
      return;
    }
    cachedAnswers.set(this.#keyOf(id), { isVisible, at: Date.now() });
  }

  #keyOf(id: string): string {
    return `${id} ${this.#person.session.sub}`;
  }
}
