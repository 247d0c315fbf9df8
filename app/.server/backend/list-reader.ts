import type { SellerFilter } from "~/domain/query";
import type { Seller } from "~/domain/seller";
import type { SellerIndex } from "~/domain/seller-index";
import { BackendError } from "./backend-error";
import { isNew, isPageRefusal, type ListAnswer, type ListClient, MAX_UNPAGED_SELLERS } from "./list-client";
import type { SellersApi } from "./sellers-api";
import type { SellersBackend } from "./sellers-backend";

/** What a backend is asked for after it refused a longer page. */
const SHORTER_PAGES = [100, 50, 20, 10];

export type ListPart = {
  sellers: readonly Seller[];
  /** How many match; absent where the backend doesn't say it, or says what can't be true. */
  total?: number;
  isLast: boolean;
  /** Set when the backend answered with everything at once, unsearched and unsorted. */
  whole?: SellerIndex;
};

/** Reads the sellers list of any contract: nothing above this class knows how it pages. */
export class ListReader {
  readonly backend: SellersBackend;
  readonly client: ListClient;

  constructor(
    client: ListClient,
    readonly get: SellersApi["get"],
  ) {
    this.client = client;
    this.backend = client.backend;
  }

  /**
   * @param ahead how many calls run at once, where the pages can be asked for by number
   * @param most stops after so many sellers and calls; `isLast` says whether that was all
   * @throws FilterIgnored, BackendError
   */
  async *parts(
    filter: SellerFilter,
    {
      size: wanted,
      ahead,
      most = { sellers: Number.POSITIVE_INFINITY, calls: Number.POSITIVE_INFINITY },
    }: ReadingLimits,
  ): AsyncGenerator<ListPart, void> {
    const { first, second, total, next, whole, size } = await this.#begin(filter, wanted);
    if (whole) {
      yield { sellers: [], total: first.sellers.length, isLast: true, whole };
      return;
    }
    this.client.check(filter, first.sellers);
    if (next !== undefined) yield* this.#linked(filter, first, most.calls);
    else if (total !== undefined) yield* this.#counted(filter, first, { total, size, ahead, most });
    else yield* this.#uncounted(filter, first, second, size, most.calls);
  }

  /** Asks for the first page, and for the second where the first doesn't tell whether it is all. */
  async #begin(filter: SellerFilter, wanted: number): Promise<Beginning> {
    const { contract } = this.backend;
    const { first, size } = await this.firstPage(filter, wanted);
    const { sellers, total, next } = first;
    const length = sellers.length;
    const whole = () => ({ first, size, whole: first.makeIndex() });
    if (next !== undefined && (total === undefined || !contract.params.page)) return { first, size, total, next };
    if (!contract.params.page) return this.#everything(filter, first, size);
    const isTooLong = this.isTooLong(first, size);
    if (length === 0 && total === undefined) return { first, size, total: 0 };
    if (total !== undefined && length < total) {
      this.backend.isTotalProven ||= length > 0;
      return { first, size, total };
    }
    if (total === length && (isTooLong || this.isComplete(length, size))) {
      return isTooLong ? whole() : { first, size, total };
    }
    if (total === undefined && this.backend.isUnpaged) return whole();
    const second = await this.client.pageOrNone(filter, 2, size);
    if (isNew(second, first)) return { first, second, size };
    if (total !== undefined) return { first, size, total: length };
    this.backend.isUnpaged = isTooLong;
    return whole();
  }

  /** Without pages all sellers must come at once, even if the backend limits an answer's rows. */
  async #everything(filter: SellerFilter, first: ListAnswer, size: number): Promise<Beginning> {
    const isCut = this.backend.contract.params.pageSize !== "" && first.sellers.length >= size;
    const all = isCut ? await this.client.pageOrNone(filter, 1, MAX_UNPAGED_SELLERS + 1) : first;
    if (all.sellers.length < Math.max(first.sellers.length, all.total ?? 0)) {
      this.backend.reportIgnored("page");
      throw new BackendError("sellers", "notPaged");
    }
    return { first: all, size, whole: all.makeIndex() };
  }

  /** More rows than a page mean no paging. @throws BackendError `badBody` if these are not all */
  isTooLong({ sellers, total }: ListAnswer, size: number): boolean {
    if (!this.backend.contract.params.pageSize || sellers.length <= size) return false;
    if (total !== undefined && total !== sellers.length) throw badPage();
    return true;
  }

  /** Whether a total equal to a page's rows counts the list and not the page. */
  isComplete(length: number, size: number): boolean {
    return this.backend.isTotalProven || (this.backend.contract.params.pageSize !== "" && length < size);
  }

  async hasMore(filter: SellerFilter, first: ListAnswer, size: number): Promise<boolean> {
    return isNew(await this.client.pageOrNone(filter, 2, size), first);
  }

  async firstPage(filter: SellerFilter, wanted: number): Promise<{ first: ListAnswer; size: number }> {
    for (let size = Math.min(wanted, this.backend.maxPageSize); ; ) {
      try {
        const first = await this.client.page(filter, 1, size);
        if (size < wanted) this.backend.maxPageSize = size;
        return { first, size };
      } catch (error) {
        const shorter = SHORTER_PAGES.find((each) => each < size);
        if (shorter === undefined || !isPageRefusal(error)) throw error;
        size = shorter;
      }
    }
  }

  async *#counted(
    filter: SellerFilter,
    first: ListAnswer,
    { total, size, ahead, most }: { total: number; size: number; ahead: number; most: Limits },
  ): AsyncGenerator<ListPart, void> {
    const length = first.sellers.length || size;
    const bound = Math.min(most.calls, Math.ceil(most.sellers / length));
    let last = Math.ceil(total / length);
    yield { sellers: first.sellers, total, isLast: last <= 1 };
    const coming: Promise<ListAnswer>[] = [];
    let requestedPages = 1;
    for (let page = 2; page <= Math.min(last, bound); page += 1) {
      for (; requestedPages < Math.min(last, bound, page + ahead - 1); requestedPages += 1) {
        const answer = this.client.page(filter, requestedPages + 1, length);
        // Whoever reads the parts may leave before this one is looked at.
        answer.catch(() => undefined);
        coming.push(answer);
      }
      const answer = (await coming.shift()) as ListAnswer;
      if (page === 2) this.client.comparePages(first, answer);
      this.client.check(filter, answer.sellers);
      const counted = answer.total ?? total;
      const hasMore = answer.sellers.length > counted - (page - 1) * length;
      // Trust the rows over the total: an empty page ends the list, too many rows don't.
      last = answer.sellers.length === 0 ? page : hasMore ? page + 1 : Math.ceil(counted / length);
      yield { sellers: answer.sellers, total: counted, isLast: page >= last };
    }
  }

  async *#uncounted(
    filter: SellerFilter,
    first: ListAnswer,
    second: ListAnswer | undefined,
    size: number,
    maxCalls: number,
  ): AsyncGenerator<ListPart, void> {
    let answer = first;
    for (let page = 2; ; page += 1) {
      const next = page === 2 && second ? second : await this.client.pageOrNone(filter, page, size);
      const isLast = !isNew(next, answer);
      yield { sellers: answer.sellers, isLast };
      if (isLast || page > maxCalls) return;
      this.client.check(filter, next.sellers);
      answer = next;
    }
  }

  async *#linked(filter: SellerFilter, first: ListAnswer, maxCalls: number): AsyncGenerator<ListPart, void> {
    // A total that equals the first of several pages counts the page.
    const total = (first.total ?? 0) > first.sellers.length ? first.total : undefined;
    const followed = new Set<string>();
    let answer = first;
    for (let calls = 1; ; calls += 1) {
      const { next } = answer;
      const isLast = next === undefined || followed.has(next);
      yield { sellers: answer.sellers, total, isLast };
      if (isLast || calls >= maxCalls) return;
      followed.add(next);
      answer = await this.client.linkedPage(next);
      this.client.check(filter, answer.sellers);
    }
  }
}

type Limits = { sellers: number; calls: number };
type ReadingLimits = { size: number; ahead: number; most?: Limits };

/** `total` is absent if it can't be trusted, `next` if pages have numbers. */
type Beginning = {
  first: ListAnswer;
  second?: ListAnswer;
  total?: number;
  next?: string;
  whole?: SellerIndex;
  size: number;
};

function badPage(): BackendError {
  const cause = new Error("More rows than one page holds, yet not all of them");
  return new BackendError("sellers", "badBody", { cause });
}
