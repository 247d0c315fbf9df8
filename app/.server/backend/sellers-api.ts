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

let backend: Backend | undefined;

type CallConditions = Pick<Call<unknown>, "signal" | "leases">;

export type SellersApi = ReturnType<typeof createSellersApi>;

/** `signal` aborts reads; `leases` are for writes. */
export function createSellersApi(tokens: AccessTokens, { signal, leases }: CallConditions = {}) {
  backend ??= new Backend("sellers", env().SELLERS_API_URL);
  const client = createBackendClient(backend, tokens);
  // A weak ETag never matches (RFC 9110 §13.1.1), so it isn't sent. `writeSeller` compares the
  // record instead.
  const write = <T>({ ifMatch, ...call }: Call<T>) =>
    client.call({ ...call, ifMatch: ifMatch && isWeak(ifMatch) ? undefined : ifMatch, needsETag: true, leases });
  const caller = { person: tokens.person, signal };

  const getCall = (id: string) =>
    ({
      operation: "get seller",
      method: "GET",
      path: sellerEndpoint(id),
      signal,
      needsETag: true,
      read: readSellerRecord,
    }) as const;

  async function get(id: string): Promise<SellerRecord> {
    return client.call(getCall(id));
  }

  /** Returns null for a hidden seller. A 404 isn't logged: the history names removed sellers. */
  async function findVisible(id: string): Promise<SellerRecord | null> {
    try {
      return await client.find(getCall(id));
    } catch (error) {
      if (isHidden(error)) return null;
      throw error;
    }
  }

  /** Keeps the order of `ids`, and leaves out sellers that the person may not see. */
  async function getMany(ids: readonly string[]): Promise<Seller[]> {
    if (ids.length > MAX_BY_ID) throw new RangeError(`${ids.length} sellers are too many to be read one by one`);
    const sellers: Seller[] = [];
    for (let at = 0; at < ids.length; at += CONCURRENT_GETS) {
      const records = ids.slice(at, at + CONCURRENT_GETS).map(findVisible);
      for (const record of await Promise.all(records)) if (record) sellers.push(record.seller);
    }
    return sellers;
  }

  const reader = new ListReader(client, listContractOf(env()), signal);

  /** Reads the seller again if the backend answered the write without a body (204). */
  async function recordAfterWrite(id: string, answer: SellerRecord | null): Promise<SellerRecord> {
    try {
      return answer ?? (await get(id));
    } catch (cause) {
      if (!(cause instanceof BackendError)) throw cause;
      // Half done: the write was accepted, and only the read after it got a 401.
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
      read: readOptionalRecord,
    });
    return recordAfterWrite(id, answer);
  }

  /** Sets fields to null, after an accepted PUT. So a failure leaves the update half done. */
  async function clearFields(id: string, fields: readonly string[], etag?: string): Promise<SellerRecord> {
    try {
      return await patch(id, Object.fromEntries(fields.map((field) => [field, null])), etag);
    } catch (error) {
      if (!(error instanceof BackendError)) throw error;
      throw new BackendError("sellers", error.kind, { ...error, isHalfDone: true, cause: error });
    }
  }

  return {
    list: (query: SellerQuery): Promise<SellerPage> => sellersPage(reader, caller, query),
    allMatching: (filter: SellerFilter): AsyncGenerator<Batch, void> => matchingSellers(reader, caller, filter),
    get,
    getMany,
    canSee: async (id: string): Promise<boolean> => Boolean(await findVisible(id)),
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
    /** A PUT. If the backend kept the old text of an emptied field, a PATCH follows. */
    async update(id: string, change: SellerChange, base: SellerRecord): Promise<SellerRecord> {
      const answer = await write({
        operation: "update seller",
        method: "PUT",
        path: sellerEndpoint(id),
        body: printSeller(env().SELLERS_PUT, id, change, base),
        ifMatch: base.etag,
        read: readOptionalRecord,
      });
      const afterPut = await recordAfterWrite(id, answer);
      // The PUT omits empty names (docs/product.md §3). A backend that merges a PUT, such as Django
      // REST framework, then keeps the old first name.
      const keptFields = optionalFields.filter((field) => !change[field] && afterPut.seller[field]);
      if (keptFields.length === 0) return afterPut;
      // The caller omits `base.etag` if a proxy changes ETags. Then the PATCH omits it, too.
      return clearFields(id, keptFields, base.etag && afterPut.etag);
    },
  };
}

function readOptionalRecord(answer: Answer): SellerRecord | null {
  return answer.bytes.byteLength === 0 ? null : readSellerRecord(answer);
}
