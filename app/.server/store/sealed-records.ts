import { LRUCache } from "lru-cache";
import type { z } from "zod";
import { seal, unseal } from "../db/seal";
import { changeValue } from "./change-value";
import { store } from "./open-store";

/** 128 random bits as base64url. */
const ID = /^[\w-]{22}$/;

export type Options<T extends object> = {
  /** First word of the keys: a record has the key `KIND:ID`. */
  kind: string;
  schema: z.ZodType<T>;
  /** In seconds. */
  ttl: number | ((record: T) => number);
  /** Shape of the ids, if `uniqueToken` does not make them. */
  id?: RegExp;
  /** Size of the cache of unsealed records for `findMany`. Callers must not change these. */
  maxCached?: number;
  /** What is stored instead of the record; `schema` turns it into a record again. */
  pack?: (record: T) => object;
};

/** Larger sealed records are not cached. */
const MAX_CACHED_CHARACTERS = 8_192;

/** Methods may reject with StoreUnavailable, a write with RangeError for too large a value. */
export type Records<T extends object> = {
  /** @throws OverBudget, if the records have owners */
  put(id: string, record: T): Promise<void>;
  /** The id may come from a URL or a form. */
  find(id: string): Promise<T | undefined>;
};

type SealedRecords<T extends object> = Records<T> & {
  /** `true` when there was none. */
  putIfAbsent(id: string, record: T): Promise<boolean>;
  /**
   * Changes a record by compare and swap, calling `to` again when another writer was faster.
   * @param to returns the new record, or undefined to leave the old one
   */
  change(id: string, to: (now: T | undefined) => T | undefined): Promise<void>;
  findMany(ids: readonly string[]): Promise<(T | undefined)[]>;
  delete(id: string): Promise<void>;
};

export function sealedRecords<T extends object>(options: Options<T>): SealedRecords<T> {
  const { kind, schema, ttl, id: shape = ID, maxCached = 0, pack = (record) => record } = options;
  const cache = maxCached > 0 ? new LRUCache<string, { value: string; record: T }>({ max: maxCached }) : undefined;
  const keyOf = (id: string) => `${kind}:${id}`;
  const secondsOf = (record: T) => (typeof ttl === "number" ? ttl : ttl(record));
  const printed = (id: string, record: T) => seal(pack(record), keyOf(id));
  const sealed = (id: string, record: T) => [keyOf(id), printed(id, record), secondsOf(record)] as const;
  const read = (id: string, value = "") => unseal(value, keyOf(id), schema);

  function open(id: string, value: string | undefined): T | undefined {
    const cached = cache?.get(id);
    if (cached && cached.value === value) return cached.record;
    cache?.delete(id);
    const record = read(id, value);
    if (record && value && value.length <= MAX_CACHED_CHARACTERS) cache?.set(id, { value, record });
    return record;
  }

  return {
    async put(id, record) {
      await (await store()).put(...sealed(id, record));
    },
    async putIfAbsent(id, record) {
      return (await store()).putIfAbsent(...sealed(id, record));
    },
    async change(id, to) {
      await changeValue(keyOf(id), (value) => {
        const next = to(read(id, value));
        return next && { value: printed(id, next), ttlSeconds: secondsOf(next) };
      });
    },
    async findMany(ids) {
      const values = await (await store()).getMany(ids.map(keyOf));
      return ids.map((id, at) => (values[at] === undefined ? undefined : open(id, values[at])));
    },
    async delete(id) {
      await (await store()).delete(keyOf(id));
    },
    async find(id) {
      if (!shape.test(id)) return undefined;
      return read(id, await (await store()).get(keyOf(id)));
    },
  };
}
