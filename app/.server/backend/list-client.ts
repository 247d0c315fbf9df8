import { createHash } from "node:crypto";
import { backendQuery } from "~/domain/local-filter";
import type { SellerFilter } from "~/domain/query";
import type { Seller } from "~/domain/seller";
import { SellerIndex } from "~/domain/seller-index";
import { inSlices } from "../in-slices";
import type { Answer } from "./backend-call";
import type { BackendClient } from "./backend-client";
import { BackendError, isHidden } from "./backend-error";
import { sellersEndpoint } from "./contract/endpoints";
import { printListRequest, readListBody, readListHeaders } from "./contract/list-contract";
import { wireSeller } from "./contract/seller-wire";
import { parseJson } from "./parse-json";
import type { ParsedList, SellersBackend } from "./sellers-backend";

/** The most sellers that a backend which doesn't page may answer with (docs/product.md §7). */
export const MAX_UNPAGED_SELLERS = 20_000;
const MIN_CACHED_BYTES = 64 * 1024;
/** How a backend may refuse a page that is too long or beyond the last; the latter also by 404. */
const REFUSALS = new Set([400, 413, 416, 422]);

export type ListAnswer = ParsedList & { next?: string };

/** A row contradicts a filter of the query, which must be repeated without that filter. */
export class FilterIgnored extends Error {}

export class ListClient {
  readonly backend: SellersBackend;
  readonly #client: BackendClient;
  readonly #gone: AbortSignal | undefined;

  constructor(client: BackendClient, backend: SellersBackend, gone?: AbortSignal) {
    this.#client = client;
    this.backend = backend;
    this.#gone = gone;
  }

  /** @throws BackendError `notPaged` also above BACKEND_MAX_BYTES: only paging shortens it */
  page(filter: SellerFilter, page: number, size: number): Promise<ListAnswer> {
    const request = backendQuery(filter, this.backend.ownFilters);
    return this.#read(printListRequest(this.backend.contract, { ...request, page, size }));
  }

  linkedPage(next: string): Promise<ListAnswer> {
    return this.#read(new URLSearchParams(next));
  }

  /** Asks for a page that may lie beyond the last, which some backends refuse. */
  async pageOrNone(filter: SellerFilter, page: number, size: number): Promise<ListAnswer> {
    return this.page(filter, page, size).catch((error: unknown) => {
      if (!isPageRefusal(error) && !isHidden(error)) throw error;
      return { sellers: [], makeIndex: () => new SellerIndex([]) };
    });
  }

  async #read(query: URLSearchParams): Promise<ListAnswer> {
    try {
      return await this.#client.call({
        operation: "list sellers",
        method: "GET",
        path: sellersEndpoint,
        query,
        gone: this.#gone,
        read: (answer) => this.#parse(answer),
      });
    } catch (cause) {
      if (!(cause instanceof BackendError) || (cause.kind !== "notPaged" && cause.kind !== "tooLarge")) throw cause;
      this.backend.reportIgnored("page");
      throw new BackendError("sellers", "notPaged", { cause });
    }
  }

  async #parse(answer: Answer): Promise<ListAnswer> {
    const list = await this.#parsed(answer.bytes);
    const { total, next } = readListHeaders(answer);
    if (total === undefined && next === undefined) return list;
    return { ...list, total: list.total ?? total, next };
  }

  /** An unchanged long answer is neither parsed nor sorted again when somebody turns its pages. */
  #parsed(bytes: Uint8Array): Promise<ParsedList> {
    if (bytes.byteLength < MIN_CACHED_BYTES) return inSlices(this.#rows(bytes));
    const { longLists } = this.backend;
    const hash = createHash("sha256").update(bytes).digest("base64");
    const parsed = longLists.get(hash) ?? inSlices(this.#rows(bytes));
    longLists.set(hash, parsed);
    parsed.catch(() => longLists.delete(hash));
    return parsed;
  }

  *#rows(bytes: Uint8Array): Generator<void, ParsedList> {
    const { rows, total } = readListBody(this.backend.contract, parseJson(bytes));
    if (rows.length > MAX_UNPAGED_SELLERS) throw new BackendError("sellers", "notPaged");
    const sellers: Seller[] = [];
    for (const row of rows) {
      if (sellers.length % 64 === 0) yield;
      sellers.push(wireSeller.parse(row));
    }
    return { sellers, total, makeIndex: makeOnce(() => new SellerIndex(sellers)) };
  }

  check(filter: SellerFilter, sellers: readonly Seller[]): void {
    if (this.backend.checkFilters(backendQuery(filter, this.backend.ownFilters), sellers)) throw new FilterIgnored();
  }

  /** @throws BackendError `pageIgnored` when a later page repeats the first of several */
  comparePages(first: ListAnswer, later: ListAnswer): void {
    const { length } = first.sellers;
    if (this.backend.isPagingProven || length === 0 || (first.total ?? 0) <= length) return;
    const repeated = sharedWith(first, later);
    if (repeated === 0 && later.sellers.length > 0) this.backend.isPagingProven = true;
    if (repeated >= length) throw this.pageIgnored();
  }

  pageIgnored(): BackendError {
    this.backend.reportIgnored("page");
    return new BackendError("sellers", "pageIgnored");
  }
}

export function isPageRefusal(error: unknown): boolean {
  return error instanceof BackendError && error.kind === "status" && REFUSALS.has(error.status);
}

function sharedWith({ sellers }: ListAnswer, other: ListAnswer): number {
  const ids = new Set(sellers.map(({ id }) => id));
  return other.sellers.filter(({ id }) => ids.has(id)).length;
}

/** Whether a page holds sellers that the one before doesn't. */
export function isNew(page: ListAnswer, before: ListAnswer): boolean {
  return page.sellers.length > sharedWith(before, page);
}

function makeOnce<T>(make: () => T): () => T {
  let value: T | undefined;
  return () => {
    value ??= make();
    return value;
  };
}
