import { type FatalContradiction, remedies } from "../../app/.server/backend/contract/contradictions";
import { sellersEndpoint } from "../../app/.server/backend/contract/endpoints";
import { judgeAnswer, type Verdict } from "../../app/.server/backend/contract/judge-list-answer";
import {
  type ListContract,
  type ListRequest,
  printListRequest,
} from "../../app/.server/backend/contract/list-contract";
import { readListBody, totalInHeaders } from "../../app/.server/backend/contract/list-wire";
import { wireSeller } from "../../app/.server/backend/contract/seller-wire";
import type { Seller } from "../../app/domain/seller";
import type { ListKeys } from "./locate-list";

const TIMEOUT_MS = 15_000;

/** A line of the report. If `isMet` is false, `text` says what the panel then does or can't do. */
export type Finding = {
  question: string;
  isMet: boolean;
  text: string;
  /** Whether the panel can't work with the backend: its list would be an error page. */
  isFatal?: boolean;
};

export type Reply = { status: number; headers: Headers; body: unknown; ms: number };
/** `fault` says why the panel can't use the response; then there are no sellers. */
export type List = { reply: Reply; sellers: Seller[]; total?: number; fault?: string };
/** A list as the panel judges it; `verdict` is missing beside a `fault`. */
export type JudgedList = List & { verdict?: Verdict };

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

  query(query: Record<string, string> | URLSearchParams): Promise<Reply> {
    return this.call(`${sellersEndpoint}?${new URLSearchParams(query)}`);
  }

  /** Reads a page with the panel's own query, and judges it as the panel does. */
  async list(contract: ListContract, request: Partial<ListRequest> = {}): Promise<JudgedList> {
    const listRequest = { q: "", sort: "displayName", page: 1, size: 20, ...request } as const;
    const list = listIn(contract, await this.query(printListRequest(contract, listRequest)));
    if (list.fault) return list;
    const verdict = judgeAnswer(contract, listRequest, listRequest, list);
    return verdict.kind === "contradicted"
      ? { ...list, fault: remedies[verdict.contradiction], sellers: [] }
      : { ...list, verdict };
  }
}

type CallOptions = { method?: string; body?: unknown; headers?: Record<string, string>; token?: string };

/** Reads a list as the panel would. */
export function listIn(keys: ListKeys, reply: Reply): List {
  const { status, body } = reply;
  if (status !== 200) return { reply, sellers: [], fault: faultOfStatus(reply) };
  if (body === undefined) return { reply, sellers: [], fault: "it answers no JSON" };
  try {
    const { rows, total } = readListBody(keys, body);
    return { reply, sellers: rows.map((row) => wireSeller.parse(row)), total: total ?? totalInHeaders(reply) };
  } catch (error) {
    const { contradiction = "ids" } = error as { contradiction?: FatalContradiction };
    return { reply, sellers: [], fault: remedies[contradiction] };
  }
}

/** Says what a status other than 200 means for the panel, which follows no redirect. */
export function faultOfStatus({ status, headers }: Reply): string {
  if (status >= 300 && status < 400) return `it redirects (${status}) to ${headers.get("Location")}`;
  if (status === 404) return remedies.address;
  return status === 400 || status === 422 ? `it answers ${status}: ${remedies.query}` : `it answers ${status}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
