import { env } from "~/.server/env";
import { IncompleteRequest } from "~/domain/incomplete-request";
import { localFilter } from "~/domain/local-filter";
import type { SellerQuery } from "~/domain/query";
import type { NewSeller, SellerChange, SellerPage, SellerRecord } from "~/domain/seller";
import { optionalFields, requiredFields } from "~/domain/seller-fields";
import { type Answer, pathSegment } from "./backend-call";
import { type AccessTokens, createBackendClient } from "./backend-client";
import { BackendError, isHidden } from "./backend-error";
import { filteredPage } from "./filtered-page";
import { type SellersBackend, sellersBackend } from "./sellers-backend";
import { readSellerList, readSellerRecord } from "./sellers-wire";

/** The sellers backend (docs/product.md §7), in the domain's own types. Every method throws BackendError. */
export interface SellersApi {
  /** Works on a backend that pages and on one that returns everything (docs/product.md §7). */
  list(query: SellerQuery): Promise<SellerPage>;
  get(id: string): Promise<SellerRecord>;
  /** Whether the backend shows this seller to the person: that it doesn't (403, 404, 410) is an answer. */
  isShown(id: string): Promise<boolean>;
  /** @throws IncompleteRequest without a payload (docs/product.md §5). */
  create(input: NewSeller): Promise<SellerRecord>;
  /**
   * Sends the whole of `base` with the change in it, so that fields the app doesn't know survive; with
   * SELLERS_PUT=exact the known ones alone.
   * @throws IncompleteRequest without an id (docs/product.md §5).
   */
  update(id: string, change: SellerChange, base: SellerRecord): Promise<SellerRecord>;
  /** @throws IncompleteRequest without an id (docs/product.md §5). */
  patch(id: string, fields: Partial<SellerChange>, etag?: string): Promise<SellerRecord>;
}

/** A row contradicts a filter that the backend was asked for, so the query has to be asked again without that filter. */
class FilterIgnored extends Error {}

/**
 * The sellers backend for one person's access token.
 * @param gone aborts when nobody waits for what is read any more; writing goes on
 */
export function createSellersApi(tokens: AccessTokens, gone?: AbortSignal): SellersApi {
  const backend = sellersBackend();
  const client = createBackendClient(backend, tokens);
  const pathOf = (id: string) => `/api/sellers/${pathSegment("sellers", id)}`;

  /** The first page that was asked for last, by its query, for comparing later ones with it. */
  let latestFirst: { name: string; page: SellerPage } | undefined;

  /** @throws FilterIgnored; BackendError `pageIgnored` */
  async function page(query: SellerQuery, wanted = query): Promise<SellerPage> {
    const answer = await callList(query, wanted);
    if (answer.everything) return answer;
    const firstQuery = { ...query, page: 1 };
    const name = wireQuery(firstQuery).toString();
    if (query.page === 1) latestFirst = { name, page: answer };
    else if (!backend.isPagingProven) {
      const first = latestFirst?.name === name ? latestFirst.page : await callList(firstQuery, wanted);
      if (!first.everything) comparePages(backend, first, answer, query.page);
    }
    if (backend.checkFilters(query, answer.sellers)) throw new FilterIgnored();
    return answer;
  }

  /** @throws BackendError `notPaged` also for a list beyond BACKEND_MAX_BYTES: only paging makes it shorter */
  async function callList(query: SellerQuery, wanted: SellerQuery): Promise<SellerPage> {
    const call = client.call({
      operation: "list sellers",
      method: "GET",
      path: "/api/sellers",
      query: wireQuery(query),
      gone,
      read: (answer) => readSellerList(answer, query, wanted),
    });
    return call.catch((cause: unknown) => {
      if (!(cause instanceof BackendError) || (cause.kind !== "notPaged" && cause.kind !== "tooLarge")) throw cause;
      backend.reportIgnored("page");
      throw new BackendError("sellers", "notPaged", { cause });
    });
  }

  async function ordinaryPage(query: SellerQuery): Promise<SellerPage> {
    const first = await page(query);
    if (first.page === query.page || first.sellers.length > 0 || first.total === 0) return first;
    return page({ ...query, page: first.page });
  }

  async function listOnce(query: SellerQuery): Promise<SellerPage> {
    if (localFilter(query, backend.ignoredFilters)) {
      const withinMs = env().BACKEND_TIMEOUT_MS;
      return backend.inScanSlot({ person: tokens.person, gone }, () =>
        filteredPage(query, { withinMs, list: (asked) => page(asked, query) }),
      );
    }
    return ordinaryPage(query);
  }

  async function list(query: SellerQuery): Promise<SellerPage> {
    try {
      return await listOnce(query);
    } catch (error) {
      if (!(error instanceof FilterIgnored)) throw error;
      return list(query);
    }
  }

  const reading = (id: string) =>
    ({ operation: "get seller", method: "GET", path: pathOf(id), gone, read: readSellerRecord }) as const;

  async function get(id: string): Promise<SellerRecord> {
    return client.call(reading(id));
  }

  async function isShown(id: string): Promise<boolean> {
    try {
      return (await client.find(reading(id))) !== null;
    } catch (error) {
      if (isHidden(error)) return false;
      throw error;
    }
  }

  /** The record after a write; a backend may answer it without a body (204), and is asked then. */
  async function written(id: string, answer: SellerRecord | null): Promise<SellerRecord> {
    try {
      return answer ?? (await get(id));
    } catch (cause) {
      // It was accepted: a failure of its own would tell the person, and the history, that it wasn't.
      if (!(cause instanceof BackendError) || cause.kind === "unauthorized") throw cause;
      throw new BackendError("sellers", "outcomeUnknown", { lostBy: cause.kind, cause });
    }
  }

  async function patch(id: string, fields: object, etag?: string): Promise<SellerRecord> {
    if (!id) throw new IncompleteRequest("patchWithoutId");
    const answer = await client.call({
      operation: "patch seller",
      method: "PATCH",
      path: pathOf(id),
      body: fields,
      ifMatch: etag,
      read: readWritten,
    });
    return written(id, answer);
  }

  return {
    list,
    get,
    isShown,
    patch,
    async create(input) {
      if (!input || Object.keys(input).length === 0) throw new IncompleteRequest("createWithoutPayload");
      return client.call({
        operation: "create seller",
        method: "POST",
        path: "/api/sellers",
        body: filledTexts(input),
        read: readSellerRecord,
      });
    },
    async update(id, change, base) {
      if (!id) throw new IncompleteRequest("updateWithoutId");
      const answer = await client.call({
        operation: "update seller",
        method: "PUT",
        path: pathOf(id),
        body: wholeSeller(id, change, base),
        ifMatch: base.etag,
        read: readWritten,
      });
      const record = await written(id, answer);
      // Left out as docs/product.md §3 asks; a backend that merges instead of replacing still holds the old name then.
      const left = optionalFields.filter((field) => !change[field] && record.seller[field]);
      if (left.length === 0) return record;
      try {
        return await patch(id, Object.fromEntries(left.map((field) => [field, null])), record.etag);
      } catch (error) {
        if (error instanceof BackendError) error.isHalfDone = true;
        throw error;
      }
    },
  };
}

/** @throws BackendError `pageIgnored` when the page repeats the first one although the total says that there are more */
function comparePages(backend: SellersBackend, first: SellerPage, answer: SellerPage, asked: number): void {
  const length = first.sellers.length;
  // A page beyond the last may rightly be answered with the last one.
  if (length === 0 || first.total <= length || answer.page !== asked) return;
  const ids = new Set(first.sellers.map(({ id }) => id));
  const repeated = answer.sellers.filter(({ id }) => ids.has(id)).length;
  if (repeated === 0 && answer.sellers.length > 0) backend.isPagingProven = true;
  if (repeated < length) return;
  backend.reportIgnored("page");
  throw new BackendError("sellers", "pageIgnored");
}

/** What a PUT replaces a record with (docs/product.md §3). */
function wholeSeller(id: string, change: SellerChange, { raw }: SellerRecord): object {
  const texts = Object.entries(filledTexts(change)).map(([field, value]) => [field, inItsType(raw[field], value)]);
  const known = { id: inItsType(raw.id, id), accountEnabled: change.accountEnabled, ...Object.fromEntries(texts) };
  if (env().SELLERS_PUT === "exact") return known;
  const unknown = Object.entries(raw).filter(([name]) => !optionalFields.some((field) => field === name));
  return { ...Object.fromEntries(unknown), ...known };
}

/** A backend that gave a number is sent the number back, as long as it is untouched: one with strict types refuses a text. */
function inItsType(given: unknown, value: string): string | number {
  return typeof given === "number" && String(given) === value ? given : value;
}

/** docs/product.md §3: an optional text is left out of the request when empty. */
function filledTexts(seller: NewSeller): Record<string, string> {
  const required = requiredFields.map((field) => [field, seller[field]]);
  const optional = optionalFields.filter((field) => seller[field]).map((field) => [field, seller[field]]);
  return Object.fromEntries([...required, ...optional]);
}

function readWritten(answer: Answer): SellerRecord | null {
  return answer.bytes.byteLength === 0 ? null : readSellerRecord(answer);
}

function wireQuery(query: SellerQuery): URLSearchParams {
  const params = new URLSearchParams();
  if (query.q) params.set("search", query.q);
  if (query.status) params.set("accountEnabled", String(query.status === "active"));
  params.set("sort", query.sort);
  params.set("page", String(query.page));
  params.set("pageSize", String(query.size));
  return params;
}
