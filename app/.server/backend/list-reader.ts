import { env } from "~/.server/env";
import type { BackendFilter, BackendQuery } from "~/domain/local-filter";
import type { Seller } from "~/domain/seller";
import type { SellerIndex } from "~/domain/seller-index";
import type { BackendClient } from "./backend-client";
import { BackendError } from "./backend-error";
import type { FatalContradiction } from "./contract/contradictions";
import { sellersEndpoint } from "./contract/endpoints";
import { judgeAnswer } from "./contract/judge-list-answer";
import { type ListContract, type ListRequest, printListRequest } from "./contract/list-contract";
import { totalInHeaders } from "./contract/list-wire";
import { type ParsedList, parseList } from "./parsed-list";
import { reportContradiction } from "./report-contradiction";

/** Statuses for a page beyond the last. Django REST framework, for example, returns 404. */
const BEYOND_LAST = new Set([400, 404, 416, 422]);

/** Statuses of page 1 that show a wrong address or query in our configuration. */
const CONTRADICTION_OF = new Map<number, FatalContradiction>([
  [400, "query"],
  [404, "address"],
  [422, "query"],
]);

type Page = { kind: "page"; sellers: readonly Seller[]; total: number };

export type JudgedPage =
  | Page
  /** The answer is the whole list, so the caller filters, sorts and pages it. */
  | { kind: "everything"; index: SellerIndex }
  /** The rows show that the backend ignored these filters, so the caller applies them itself. */
  | { kind: "filtersIgnored"; filters: readonly BackendFilter[] }
  /** The backend refused a page after the first, perhaps because the list has become shorter. */
  | { kind: "refused"; error: BackendError };

type Answered = { kind: "answered"; list: ParsedList; total?: number };
type Refusal = Extract<JudgedPage, { kind: "refused" }>;

export class ListReader {
  constructor(
    private readonly client: BackendClient,
    readonly contract: ListContract,
    private readonly signal?: AbortSignal,
  ) {}

  async page(filter: BackendQuery, page: number, size: number): Promise<JudgedPage> {
    const answer = await this.#request({ ...filter, page, size });
    if (answer.kind === "refused") return answer;
    const { list, total } = answer;
    const { sellers } = list;
    // With SELLERS_SEARCH=backend a row may match in a field unknown to the app, such as a town, so
    // the search isn't verified.
    const verifiableFilter = env().SELLERS_SEARCH === "backend" ? { ...filter, q: "" } : filter;
    const verdict = judgeAnswer(this.contract, { page, size }, verifiableFilter, { sellers, total });
    if (verdict.kind === "contradicted") throw contractError(verdict.contradiction);
    if (verdict.kind === "filtersIgnored") {
      for (const ignored of verdict.filters) reportContradiction(ignored);
      return verdict;
    }
    if (verdict.kind === "page") return { ...verdict, sellers };
    if (this.contract.params.page) reportContradiction("everything");
    return { kind: "everything", index: list.index };
  }

  async *pages(filter: BackendQuery, concurrency: number): AsyncGenerator<JudgedPage, void> {
    // At most 500: with 1,000, an export of a million sellers would take 67 MB of memory, not 43.
    const size = Math.min(500, this.contract.maxPageSize);
    const first = await this.page(filter, 1, size);
    yield first;
    if (first.kind !== "page") return;
    // Not `size`: without a parameter for it, the backend chooses how many rows a page has.
    const rowsPerPage = first.sellers.length;
    let { total } = first;
    let readCount = rowsPerPage;
    const pending: Promise<JudgedPage>[] = [];
    for (let page = 2; readCount < total; page += 1) {
      // The next page is always requested; further ones only if the total says that they exist.
      let nextPage = page + pending.length;
      while (pending.length === 0 || (pending.length < concurrency && (nextPage - 1) * rowsPerPage < total)) {
        const answer = this.page(filter, nextPage, size);
        // Marks a rejection as handled: the caller may stop before it awaits this page, and Node
        // exits at an unhandled rejection.
        answer.catch(() => undefined);
        pending.push(answer);
        nextPage += 1;
      }
      const next = (await pending.shift()) as JudgedPage;
      yield next;
      if (next.kind !== "page" || next.sellers.length === 0) return;
      readCount += next.sellers.length;
      total = next.total;
    }
  }

  async #request(request: ListRequest): Promise<Answered | Refusal> {
    try {
      return await this.client.call({
        operation: "list sellers",
        method: "GET",
        path: sellersEndpoint,
        query: printListRequest(this.contract, request),
        signal: this.signal,
        read: async (answer): Promise<Answered> => {
          const list = await parseList(this.contract, answer);
          return { kind: "answered", list, total: list.total ?? totalInHeaders(answer) };
        },
      });
    } catch (error) {
      if (!(error instanceof BackendError)) throw error;
      if (error.kind === "tooLarge") throw contractError("notPaged", error);
      if (error.contradiction) reportContradiction(error.contradiction);
      if (error.kind !== "status") throw error;
      if (request.page > 1 && BEYOND_LAST.has(error.status)) return { kind: "refused", error };
      const contradiction = CONTRADICTION_OF.get(error.status);
      throw contradiction ? contractError(contradiction, error) : error;
    }
  }
}

export function contractError(contradiction: FatalContradiction, cause?: unknown): BackendError {
  reportContradiction(contradiction);
  return new BackendError("sellers", "contract", { contradiction, cause });
}
