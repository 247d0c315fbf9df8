import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { env } from "~/.server/env";
import type { BackendFilter, BackendQuery } from "~/domain/local-filter";
import type { Seller } from "~/domain/seller";
import { SellerIndex } from "~/domain/seller-index";
import { inSlices } from "../in-slices";
import type { Answer } from "./backend-call";
import type { BackendClient } from "./backend-client";
import { BackendError, type FatalContradiction } from "./backend-error";
import { sellersEndpoint } from "./contract/endpoints";
import { judgeAnswer, type Verdict } from "./contract/judge-answer";
import { type ListContract, type ListRequest, printListRequest } from "./contract/list-contract";
import { readListedSellers, totalInHeaders } from "./contract/list-wire";
import { reportContradiction } from "./contradictions";

/** How backends refuse a page beyond the last: Django REST framework answers 404. */
const BEYOND_LAST = new Set([400, 404, 416, 422]);

type Page = { kind: "page"; sellers: readonly Seller[]; total: number };

export type JudgedPage =
  | Page
  | { kind: "everything"; index: SellerIndex }
  | { kind: "filtersIgnored"; filters: readonly BackendFilter[] }
  /** Only of a page after the first, which may lie beyond the last. */
  | { kind: "refused"; error: BackendError };

type Doubt = Extract<Verdict, { kind: "doubtful" }>;

/** The rows of one answer; `index` is made when these turn out to be all sellers. */
type ParsedList = { sellers: Seller[]; total?: number; index?: SellerIndex };
type ListAnswer = { list: ParsedList; total?: number };

/** An unchanged long answer is neither parsed nor sorted again when somebody turns its pages. */
const longLists = new LRUCache<string, Promise<ParsedList>>({ max: 4, ttl: 10_000 });

/** Reads the backend's list, and lets no answer pass that contradicts the configuration. */
export class ListReader {
  constructor(
    private readonly client: BackendClient,
    readonly contract: ListContract,
    readonly getMany: (ids: readonly string[]) => Promise<Seller[]>,
    private readonly gone?: AbortSignal,
  ) {}

  /** @throws BackendError `contract` for an answer that can't be used */
  async page(filter: BackendQuery, page: number, size: number): Promise<JudgedPage> {
    const answer = await this.#ask({ ...filter, page, size });
    if (answer instanceof BackendError) return { kind: "refused", error: answer };
    const { list, total } = answer;
    const { sellers } = list;
    const checkable = env().SELLERS_SEARCH === "backend" ? { ...filter, q: "" } : filter;
    const verdict = judgeAnswer(this.contract, { page, size }, checkable, { sellers, total });
    switch (verdict.kind) {
      case "contradicted":
        throw contractError(verdict.contradiction);
      case "filtersIgnored":
        for (const ignored of verdict.filters) reportContradiction(ignored);
        return verdict;
      case "doubtful":
        await this.#dispelDoubt(verdict, sellers, { ...filter, page: verdict.comparePage, size });
    }
    const usable = verdict.kind === "doubtful" ? verdict.ifSame : verdict;
    if (usable.kind === "page") return { ...usable, sellers };
    list.index ??= new SellerIndex(sellers);
    return { kind: "everything", index: list.index };
  }

  /**
   * A further page that is refused, empty or the same shows that the answer holds all sellers.
   * @throws BackendError `contract` if it holds others
   */
  async #dispelDoubt(doubt: Doubt, sellers: readonly Seller[], request: ListRequest): Promise<void> {
    const answer = await this.#ask(request);
    const furtherSellers = answer instanceof BackendError ? [] : answer.list.sellers;
    if (!isWithin(furtherSellers, sellers)) throw contractError(doubt.contradiction);
    if (doubt.ifSame.kind === "everything") {
      reportContradiction(furtherSellers.length > 0 ? "everything" : doubt.contradiction);
    }
  }

  /**
   * Reads the list to its end, each page at most once.
   * @param ahead how many calls run at once
   */
  async *pages(filter: BackendQuery, ahead: number): AsyncGenerator<JudgedPage, void> {
    // With 1,000 sellers per call an export of a million takes 67 instead of 43 MB.
    const size = Math.min(500, this.contract.maxPageSize);
    const first = await this.page(filter, 1, size);
    yield first;
    if (first.kind !== "page") return;
    const firstLength = first.sellers.length;
    let { total } = first;
    let readCount = firstLength;
    const coming: Promise<JudgedPage>[] = [];
    for (let page = 2; readCount < total; page += 1) {
      let nextPage = page + coming.length;
      while (coming.length === 0 || (coming.length < ahead && (nextPage - 1) * firstLength < total)) {
        const answer = this.page(filter, nextPage, size);
        // Whoever reads the pages may leave before this one is looked at.
        answer.catch(() => undefined);
        coming.push(answer);
        nextPage += 1;
      }
      const next = (await coming.shift()) as JudgedPage;
      if (next.kind === "page" && page === 2) this.refuseRepetition(first, next);
      yield next;
      if (next.kind !== "page" || next.sellers.length === 0) return;
      readCount += next.sellers.length;
      total = next.total;
    }
  }

  /** @throws BackendError if a later page is the first one again */
  refuseRepetition({ sellers: first }: Pick<Page, "sellers">, { sellers: later }: Pick<Page, "sellers">): void {
    if (later.length > 0 && later.length === first.length && isWithin(later, first))
      throw contractError("pageRepeated");
  }

  /** Returns the refusal of a later page, because that page may lie beyond the last. */
  async #ask(request: ListRequest): Promise<ListAnswer | BackendError> {
    try {
      return await this.client.call({
        operation: "list sellers",
        method: "GET",
        path: sellersEndpoint,
        query: printListRequest(this.contract, request),
        gone: this.gone,
        read: (answer) => this.#parse(answer),
      });
    } catch (error) {
      if (!(error instanceof BackendError)) throw error;
      if (error.kind === "tooLarge") throw contractError("notPaged", error);
      if (error.contradiction) reportContradiction(error.contradiction);
      if (request.page > 1 && error.kind === "status" && BEYOND_LAST.has(error.status)) return error;
      throw error;
    }
  }

  async #parse(answer: Answer): Promise<ListAnswer> {
    const { bytes } = answer;
    const hash = bytes.byteLength < 64 * 1024 ? undefined : createHash("sha256").update(bytes).digest("base64");
    const parsed = (hash && longLists.get(hash)) || inSlices(readListedSellers(this.contract, bytes));
    if (hash) {
      longLists.set(hash, parsed);
      parsed.catch(() => longLists.delete(hash));
    }
    const list = await parsed;
    return { list, total: list.total ?? totalInHeaders(answer) };
  }
}

function contractError(contradiction: FatalContradiction, cause?: unknown): BackendError {
  reportContradiction(contradiction);
  return new BackendError("sellers", "contract", { contradiction, cause });
}

function isWithin(sellers: readonly Seller[], others: readonly Seller[]): boolean {
  const ids = new Set(others.map(({ id }) => id));
  return sellers.every(({ id }) => ids.has(id));
}
