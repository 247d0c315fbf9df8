import type { BackendClient } from "~/.server/backend/backend-client";
import { BackendError } from "~/.server/backend/backend-error";
import { type ListContract, type ListParameter, listContractOf } from "~/.server/backend/contract/list-contract";
import { ListReader } from "~/.server/backend/list-reader";
import { matchingSellers } from "~/.server/backend/matching-sellers";
import { sellersPage } from "~/.server/backend/sellers-page";
import { env } from "~/.server/env";
import type { SellerFilter, SellerQuery } from "~/domain/query";

export type FakeAnswer = { body?: unknown; headers?: Record<string, string>; status?: number };

/**
 * A list of sellers that a function answers, without HTTP; `calls` holds the parameters of each
 * request.
 */
export function fakeList(
  answer: (params: URLSearchParams) => FakeAnswer | Promise<FakeAnswer>,
  contract: Partial<ListContract> = {},
) {
  const calls: URLSearchParams[] = [];
  const client: BackendClient = {
    async call({ query = new URLSearchParams(), read }) {
      calls.push(query);
      const { status = 200, body, headers } = await answer(query);
      if (status >= 400) throw new BackendError("sellers", "status", { status });
      return read({ status, headers: new Headers(headers), bytes: new TextEncoder().encode(JSON.stringify(body)) });
    },
    find: () => Promise.reject(new Error("Only lists are answered")),
  };
  const reader = new ListReader(client, { ...listContractOf(env()), maxPageSize: 1_000, ...contract });
  const asking = { person: "p1" };
  return {
    calls,
    reader,
    list: (query: SellerQuery) => sellersPage(reader, asking, query),
    allMatching: (filter: SellerFilter) => matchingSellers(reader, asking, filter),
  };
}

/** The configuration of a backend whose list lacks these parameters. */
export function withoutParameters(...missing: ListParameter[]): Pick<ListContract, "params"> {
  const agreed = {
    search: "search",
    accountEnabled: "accountEnabled",
    sort: "sort",
    page: "page",
    pageSize: "pageSize",
  };
  return { params: { ...agreed, ...Object.fromEntries(missing.map((name) => [name, ""])) } };
}

/** The answer of a backend that pages as docs/openapi.yaml says, with at most `longest` rows. */
export function paged(sellers: readonly object[], params: URLSearchParams, longest = 1_000): FakeAnswer {
  const length = Math.min(Number(params.get("pageSize")), longest);
  const start = (Number(params.get("page")) - 1) * length;
  return { body: { sellers: sellers.slice(start, start + length), total: sellers.length } };
}
