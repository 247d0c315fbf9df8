import { env } from "~/.server/env";
import type { SellerFilter, SellerQuery } from "~/domain/query";
import {
  type NewSeller,
  optionalFields,
  type Seller,
  type SellerChange,
  type SellerPage,
  type SellerRecord,
} from "~/domain/seller";
import { type Answer, Backend, type Call } from "./backend-call";
import { type AccessTokens, createBackendClient } from "./backend-client";
import { BackendError, isHidden } from "./backend-error";
import { sellerEndpoint, sellersEndpoint } from "./contract/endpoints";
import { listContractOf, MAX_BY_ID } from "./contract/list-contract";
import { isWeak, printNewSeller, printSeller, readSellerRecord } from "./contract/seller-wire";
import { ListReader } from "./list-reader";
import { type Batch, matchingSellers } from "./matching-sellers";
import { sellersPage } from "./sellers-page";

const CONCURRENT_GETS = 6;

/** All calls of this process share one circuit and one queue for slots. */
let backend: Backend | undefined;

type CallConditions = Pick<Call<unknown>, "signal" | "leases">;

/** What `createSellersApi` returns; every method throws BackendError. */
export type SellersApi = ReturnType<typeof createSellersApi>;

/**
 * The sellers backend (docs/product.md §7) in the domain's types.
 * @param conditions `signal` aborts reads; `leases` are for writes
 */
export function createSellersApi(tokens: AccessTokens, { signal, leases }: CallConditions = {}) {
  backend ??= new Backend("sellers", env().SELLERS_API_URL);
  const client = createBackendClient(backend, tokens);
  // If-Match never matches a weak ETag (RFC 9110 §13.1.1). The caller has compared the whole record.
  const write = <T>({ ifMatch, ...call }: Call<T>) =>
    client.call({ ...call, ifMatch: ifMatch && isWeak(ifMatch) ? undefined : ifMatch, usesTag: true, leases });
  const caller = { person: tokens.person, signal };

  const getCall = (id: string) =>
    ({
      operation: "get seller",
      method: "GET",
      path: sellerEndpoint(id),
      signal,
      usesTag: true,
      read: readSellerRecord,
    }) as const;

  async function get(id: string): Promise<SellerRecord> {
    return client.call(getCall(id));
  }

  /** A 404 isn't logged, because the history goes on naming sellers that were removed. */
  async function findShown(id: string): Promise<SellerRecord | null> {
    try {
      return await client.find(getCall(id));
    } catch (error) {
      if (isHidden(error)) return null;
      throw error;
    }
  }

  /**
   * Reads sellers by their ids, in this order and without hidden ones.
   * @throws RangeError above MAX_BY_ID; BackendError as soon as one fails
   */
  async function getMany(ids: readonly string[]): Promise<Seller[]> {
    if (ids.length > MAX_BY_ID) throw new RangeError(`${ids.length} sellers are too many to be read one by one`);
    const sellers: Seller[] = [];
    for (let at = 0; at < ids.length; at += CONCURRENT_GETS) {
      const records = ids.slice(at, at + CONCURRENT_GETS).map(findShown);
      for (const record of await Promise.all(records)) if (record) sellers.push(record.seller);
    }
    return sellers;
  }

  const reader = new ListReader(client, listContractOf(env()), signal);

  /** Returns the record after a write, reading it if the backend answered without a body (204). */
  async function recordAfterWrite(id: string, answer: SellerRecord | null): Promise<SellerRecord> {
    try {
      return answer ?? (await get(id));
    } catch (cause) {
      if (!(cause instanceof BackendError)) throw cause;
      // The write was accepted, and only the read got a 401, which leads to the sign-in.
      if (cause.kind === "unauthorized") throw new BackendError("sellers", cause.kind, { isHalfDone: true, cause });
      throw new BackendError("sellers", "outcomeUnknown", { lostKind: cause.kind, cause });
    }
  }

  async function patch(id: string, fields: object, etag?: string): Promise<SellerRecord> {
    const answer = await write({
      operation: "patch seller",
      method: "PATCH",
      path: sellerEndpoint(id),
      body: fields,
      ifMatch: etag,
      read: readWritten,
    });
    return recordAfterWrite(id, answer);
  }

  /** The second call of an update; its error says that the first one has changed the record. */
  async function clearFields(id: string, fields: readonly string[], etag?: string): Promise<SellerRecord> {
    try {
      return await patch(id, Object.fromEntries(fields.map((field) => [field, null])), etag);
    } catch (error) {
      if (!(error instanceof BackendError)) throw error;
      throw new BackendError("sellers", error.kind, { ...error, isHalfDone: true, cause: error });
    }
  }

  return {
    /** Returns one page. The app does itself what the backend can't filter, sort or page. */
    list: (query: SellerQuery): Promise<SellerPage> => sellersPage(reader, caller, query),
    /**
     * All matching sellers, each once; at least one batch, which may be empty.
     * @throws BackendError `incomplete` after the last batch, if sellers are missing
     */
    allMatching: (filter: SellerFilter): AsyncGenerator<Batch, void> => matchingSellers(reader, caller, filter),
    get,
    getMany,
    /** Whether the backend shows this seller to the person; 403, 404 and 410 mean no. */
    isShown: async (id: string): Promise<boolean> => Boolean(await findShown(id)),
    patch,
    async create(input: NewSeller): Promise<SellerRecord> {
      return write({
        operation: "create seller",
        method: "POST",
        path: sellersEndpoint,
        body: printNewSeller(input),
        read: readSellerRecord,
      });
    },
    /** Sends all fields of `base`, so that unknown ones survive; SELLERS_PUT=exact leaves those out. */
    async update(id: string, change: SellerChange, base: SellerRecord): Promise<SellerRecord> {
      const answer = await write({
        operation: "update seller",
        method: "PUT",
        path: sellerEndpoint(id),
        body: printSeller(env().SELLERS_PUT, id, change, base),
        ifMatch: base.etag,
        read: readWritten,
      });
      const record = await recordAfterWrite(id, answer);
      // Empty names aren't sent (docs/product.md §3). A backend that merges a PUT, such as Django
      // REST framework, still has the old first name then, so a PATCH with null clears it.
      const unclearedFields = optionalFields.filter((field) => !change[field] && record.seller[field]);
      if (unclearedFields.length === 0) return record;
      // The caller leaves out the ETag if a proxy changes it. Then this call sends none, either.
      return clearFields(id, unclearedFields, base.etag && record.etag);
    },
  };
}

function readWritten(answer: Answer): SellerRecord | null {
  return answer.bytes.byteLength === 0 ? null : readSellerRecord(answer);
}
