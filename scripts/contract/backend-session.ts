import { sellersEndpoint } from "../../app/.server/backend/contract/endpoints";
import {
  type ListContract,
  type ListRequest,
  printListRequest,
} from "../../app/.server/backend/contract/list-contract";
import { readListBody, totalInHeaders } from "../../app/.server/backend/contract/list-wire";
import { wireSeller } from "../../app/.server/backend/contract/seller-wire";
import type { Seller } from "../../app/domain/seller";

const TIMEOUT_MS = 15_000;

/** A line of the report. If `isMet` is false, `text` says what the panel does instead. */
export type Finding = { question: string; isMet: boolean; text: string };

export type Reply = { status: number; headers: Headers; body: unknown; ms: number };
export type List = { status: number; sellers: Seller[]; total?: number };

/** Calls a backend with a token, and records each call's duration. */
export class BackendSession {
  readonly times: number[] = [];
  readonly #url: string;
  readonly #token: string;

  constructor(url: string, token: string) {
    this.#url = url.replace(/\/+$/, "");
    this.#token = token;
  }

  async call(
    path: string,
    { method = "GET", body, headers = {}, token = this.#token }: CallOptions = {},
  ): Promise<Reply> {
    const started = performance.now();
    const response = await fetch(`${this.#url}${path}`, {
      method,
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        Accept: "application/json",
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    const ms = performance.now() - started;
    this.times.push(ms);
    return { status: response.status, headers: response.headers, body: parsed(text), ms };
  }

  query(query: URLSearchParams): Promise<Reply> {
    return this.call(`${sellersEndpoint}?${query}`);
  }

  /** Reads a page as the panel would; no sellers if the panel couldn't read the response. */
  async list(contract: ListContract, request: Partial<ListRequest> = {}): Promise<List> {
    const listRequest = { q: "", sort: "displayName", page: 1, size: 20, ...request } as const;
    const reply = await this.query(printListRequest(contract, listRequest));
    return listIn(contract, reply);
  }
}

type CallOptions = { method?: string; body?: unknown; headers?: Record<string, string>; token?: string };

export function listIn(contract: ListContract, { status, headers, body }: Reply): List {
  if (status !== 200) return { status, sellers: [] };
  try {
    const { rows, total } = readListBody(contract, body);
    return { status, sellers: rows.map((row) => wireSeller.parse(row)), total: total ?? totalInHeaders({ headers }) };
  } catch {
    return { status, sellers: [] };
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
