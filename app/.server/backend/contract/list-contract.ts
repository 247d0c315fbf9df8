import { z } from "zod";
import type { Env } from "~/.server/env";
import type { SellerQuery } from "~/domain/query";
import type { Answer } from "../backend-call";

/** The parameters of a list, by our names. */
export const listParameters = ["search", "accountEnabled", "sort", "page", "pageSize"] as const;
export type ListParameter = (typeof listParameters)[number];

/** A sellers backend's list interface (docs/operations.md, "Connecting a backend"). */
export type ListContract = {
  /** The backend's name of each parameter; empty if it has none and the app does its work. */
  params: Readonly<Record<ListParameter, string>>;
  firstPage: number;
  sort: "sign" | "suffix" | "none";
  /** Where the answer holds the sellers and their number: a field, or a path (`meta.total`). */
  listKey: string;
  totalKey: string;
};

type ListVariables =
  | "SELLERS_PARAMS"
  | "SELLERS_FIRST_PAGE"
  | "SELLERS_SORT"
  | "SELLERS_LIST_KEY"
  | "SELLERS_TOTAL_KEY";

export function listContractOf(env: Pick<Env, ListVariables>): ListContract {
  return {
    params: { ...env.SELLERS_PARAMS, ...(env.SELLERS_SORT === "none" ? { sort: "" } : {}) },
    firstPage: env.SELLERS_FIRST_PAGE,
    sort: env.SELLERS_SORT,
    listKey: env.SELLERS_LIST_KEY,
    totalKey: env.SELLERS_TOTAL_KEY,
  };
}

/** What a backend is asked for: the parts that it has no parameter for are left out. */
export type ListRequest = Pick<SellerQuery, "q" | "status" | "sort" | "page" | "size">;

export function printListRequest(contract: ListContract, request: ListRequest): URLSearchParams {
  const { q, status, sort, page, size } = request;
  const values: Record<ListParameter, string | undefined> = {
    search: q || undefined,
    accountEnabled: status && String(status === "active"),
    sort: contract.sort === "suffix" && sort.startsWith("-") ? `${sort.slice(1)} desc` : sort,
    page: String(page - 1 + contract.firstPage),
    pageSize: String(size),
  };
  const query = new URLSearchParams();
  for (const parameter of listParameters) {
    const value = values[parameter];
    if (contract.params[parameter] && value !== undefined) query.set(contract.params[parameter], value);
  }
  return query;
}

const wholeNumber = /^\d{1,15}$/;
const total = z
  .union([z.int().nonnegative(), z.string().trim().regex(wholeNumber).transform(Number)])
  .nullish()
  .transform((value) => value ?? undefined);
const listedRows = z.array(z.unknown());

export type ListBody = { rows: unknown[]; total: number | undefined };

/** A list's body is an array, or an object with the sellers and a total. @throws ZodError */
export function readListBody({ listKey, totalKey }: ListContract, body: unknown): ListBody {
  if (Array.isArray(body)) return { rows: body, total: undefined };
  return {
    rows: listedRows.parse(valueAt(body, listKey || "sellers")),
    total: total.parse(valueAt(body, totalKey)),
  };
}

/** A name with a dot may be a path or a field's own name (OData's `@odata.count`). */
function valueAt(body: unknown, key: string): unknown {
  if (key === "" || typeof body !== "object" || body === null) return undefined;
  if (Object.hasOwn(body, key)) return (body as Record<string, unknown>)[key];
  const dot = key.indexOf(".");
  if (dot < 0) return undefined;
  return valueAt(valueAt(body, key.slice(0, dot)), key.slice(dot + 1));
}

/** What the headers of a list say: the number of all sellers, and the query of the next page. */
export function readListHeaders({ headers }: Pick<Answer, "headers">): { total?: number; next?: string } {
  const count = headers.get("X-Total-Count")?.trim() ?? "";
  const next = nextLink(headers.get("Link") ?? "");
  return {
    ...(wholeNumber.test(count) ? { total: Number(count) } : {}),
    ...(next === undefined ? {} : { next }),
  };
}

/**
 * The query of the next page's link (RFC 8288). Its host and path are dropped: a gateway's backend
 * names its inner address, and the token must go nowhere else.
 */
function nextLink(header: string): string | undefined {
  for (const link of header.split(/,(?=\s*<)/)) {
    const end = link.indexOf(">");
    const rel = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,]+))/i.exec(link.slice(end + 1));
    const names = (rel?.[1] ?? rel?.[2] ?? "").toLowerCase().split(/\s+/);
    if (end < 0 || !names.includes("next")) continue;
    const target = link.trim().slice(1).split(">")[0] ?? "";
    const query = target.split("#")[0]?.split("?").slice(1).join("?");
    if (query) return query;
  }
  return undefined;
}
