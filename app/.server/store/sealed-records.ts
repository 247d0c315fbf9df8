import { LRUCache } from "lru-cache";
import type { z } from "zod";
import { INDEX_MARK, splitIndex } from "./blind-index";
import { type Bounds, Budget, GrowingRoom } from "./budget";
import { uniqueToken } from "./claim";
import { store } from "./open-store";
import { seal, unseal } from "./seal";

/** 128 random bits as base64url. */
const ID = /^[\w-]{22}$/;

type Options<T extends object> = {
  /** First word of the keys: a record has the key `KIND:ID`. */
  kind: string;
  schema: z.ZodType<T>;
  /** In seconds. */
  ttl: number | ((record: T) => number);
  /** Shape of the ids, if `newId` does not make them. */
  id?: RegExp;
  /** Size of the cache of unsealed records for `findMany`. Callers must not change these. */
  maxCached?: number;
  /** What is stored instead of the record; `schema` turns it into a record again. */
  pack?: (record: T) => object;
  /** A text without `~` that lies beside the sealed record, so that a search need not unseal it. */
  indexOf?: (record: T) => string;
};

/** A stored record that is unsealed only when `open` is called. */
export type SealedRecord<T> = { index: string; keyId: string; open: () => T | undefined };

/** Larger sealed records are not cached. */
const MAX_CACHED_CHARACTERS = 8_192;

type Owned<T extends object> = Options<T> & {
  ttl: number;
  ownerOf: (record: T) => string;
  bounds: Bounds;
  /** Whether the budget may evict this record; by default it may. */
  mayEvict?: (id: string) => Promise<boolean>;
  /** First words of the keys `WORD:ID:0`, `WORD:ID:1` and so on, without a gap. */
  parts?: readonly string[];
  /** First words of the keys `WORD:ID` of unsealed values. */
  beside?: readonly string[];
  /** Deletes what else belongs to the record. */
  dropMore?: (id: string) => Promise<void>;
};

/** Methods may reject with StoreUnavailable, a write with RangeError for too large a value. */
type Records<T extends object> = {
  newId(): string;
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
  peekMany(ids: readonly string[]): Promise<(SealedRecord<T> | undefined)[]>;
  delete(id: string): Promise<void>;
};

type OwnedRecords<T extends object> = Records<T> & {
  /** Keeps the expiry, as the parts do, and never brings back a deleted record. */
  update(id: string, record: T): Promise<boolean>;
  /** For ids from a request: `undefined` if another person owns the record. */
  findOwn(id: string, owner: string): Promise<T | undefined>;
  allOf(owner: string): Promise<Map<string, T>>;
  delete(id: string): Promise<void>;
  /** @param as the record's id, and the TTL of its parts in seconds. @throws OverBudget */
  begin(owner: string, as?: { id?: string; seconds?: number }): Promise<BegunRecord<T>>;
  /**
   * Lets parts that were set aside live as long as their new record.
   * @returns stores the record; undefined if the parts are gone. @throws OverBudget
   */
  takeUp(id: string, record: T, parts: SetAside): Promise<(() => Promise<void>) | undefined>;
  /** Deletes parts that were set aside. */
  discard(id: string): Promise<void>;
  /** Writes a part for which room is reserved. */
  putPart(word: string, id: string, number: number, given: { part: object; seconds: number }): Promise<void>;
  findPart<P>(word: string, id: string, number: number, schema: z.ZodType<P>): Promise<P | undefined>;
};

/** `bytes`: of these parts and of those to come. */
type SetAside = { word: string; count: number; bytes: number };

/** A record that is written part by part. It counts in its owner's budget from the start. */
export type BegunRecord<T> = {
  id: string;
  /** @throws OverBudget */
  putPart(word: string, number: number, part: object): Promise<void>;
  /** @throws OverBudget */
  reserve(bytes: number): Promise<void>;
  /** @throws OverBudget */
  end(record: T): Promise<void>;
  /** Ends without a record, which `takeUp` may add while the parts live. @returns their bytes; @throws OverBudget */
  setAside(): Promise<number>;
  /** Deletes everything written; if the store fails, the TTL does. */
  abandon(): Promise<void>;
};

export function sealedRecords<T extends object>(options: Options<T>): SealedRecords<T> {
  const { kind, schema, ttl, id: shape = ID, maxCached = 0, pack = (record) => record, indexOf } = options;
  const cache = maxCached > 0 ? new LRUCache<string, { value: string; record: T }>({ max: maxCached }) : undefined;
  const keyOf = (id: string) => `${kind}:${id}`;
  const secondsOf = (record: T) => (typeof ttl === "number" ? ttl : ttl(record));
  const printed = (id: string, record: T) =>
    (indexOf ? indexOf(record) + INDEX_MARK : "") + seal(pack(record), keyOf(id));
  const sealed = (id: string, record: T) => [keyOf(id), printed(id, record), secondsOf(record)] as const;
  const read = (id: string, value = "") => unseal(splitIndex(value).sealed, keyOf(id), schema);

  function open(id: string, value: string | undefined): T | undefined {
    const cached = cache?.get(id);
    if (cached && cached.value === value) return cached.record;
    cache?.delete(id);
    const record = read(id, value);
    if (record && value && value.length <= MAX_CACHED_CHARACTERS) cache?.set(id, { value, record });
    return record;
  }

  async function peekMany(ids: readonly string[]): Promise<(SealedRecord<T> | undefined)[]> {
    const values = await (await store()).getMany(ids.map(keyOf));
    return ids.map((id, at) => {
      const value = values[at];
      if (value === undefined) return undefined;
      const { index, keyId } = splitIndex(value);
      return { index, keyId, open: () => open(id, value) };
    });
  }

  return {
    newId: uniqueToken,
    peekMany,
    async put(id, record) {
      await (await store()).put(...sealed(id, record));
    },
    async putIfAbsent(id, record) {
      return (await store()).putIfAbsent(...sealed(id, record));
    },
    async change(id, to) {
      const changing = await store();
      const key = keyOf(id);
      for (let done = false; !done; ) {
        const value = await changing.get(key);
        const next = to(read(id, value));
        if (!next) return;
        const sealed = printed(id, next);
        done = await (value === undefined
          ? changing.putIfAbsent(key, sealed, secondsOf(next))
          : changing.replaceIfEquals(key, value, sealed, secondsOf(next)));
      }
    },
    async findMany(ids) {
      return (await peekMany(ids)).map((sealed) => sealed?.open());
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

/** Sealed records that only their owner finds, with a budget per owner. */
export function ownedRecords<T extends object>(options: Owned<T>): OwnedRecords<T> {
  const { kind, ttl, id: shape = ID, ownerOf, bounds, mayEvict = async () => true } = options;
  const { parts = [], beside = [], dropMore } = options;
  const records = sealedRecords(options);
  const budget = new Budget(kind, { bounds, mayEvict, drop });
  const keyOf = (id: string) => `${kind}:${id}`;
  const partKey = (word: string, id: string, number: number) => `${word}:${id}:${number}`;

  async function drop(id: string): Promise<void> {
    const dropping = await store();
    for (const word of [kind, ...beside]) await dropping.delete(`${word}:${id}`);
    for (const word of parts) {
      for (let number = 0; await dropping.delete(partKey(word, id, number)); number += 1);
    }
    await dropMore?.(id);
  }

  async function forget(owner: string, id: string): Promise<void> {
    await drop(id);
    await budget.release(owner, id);
  }

  /** Takes room in the budget first, and releases it if writing fails. */
  async function put(id: string, record: T, more = 0, seconds = ttl): Promise<void> {
    const owner = ownerOf(record);
    const sealed = seal(record, keyOf(id));
    await budget.take(owner, { id, bytes: sealed.length + more, until: Date.now() + seconds * 1000 });
    try {
      await (await store()).put(keyOf(id), sealed, seconds);
      // Newer records evicted this one from the ledger before it was written; delete it.
      if (!(await budget.holds(owner, id))) await drop(id);
    } catch (error) {
      await forget(owner, id).catch(() => undefined);
      throw error;
    }
  }

  async function begin(owner: string, { id = uniqueToken(), seconds = ttl } = {}): Promise<BegunRecord<T>> {
    const startedAt = performance.now();
    const room = await GrowingRoom.begin(budget, owner, id);
    // The record must not outlive its parts.
    const secondsLeft = () => seconds - (performance.now() - startedAt) / 1000;
    return {
      id,
      async putPart(word, number, part) {
        const key = partKey(word, id, number);
        const sealed = seal(part, key);
        await room.grow(sealed.length);
        await (await store()).put(key, sealed, seconds);
      },
      reserve: (bytes) => room.grow(bytes),
      async end(record) {
        await room.assertHeld();
        await put(id, record, room.used, secondsLeft());
      },
      async setAside() {
        await room.assertHeld();
        await budget.take(owner, { id, bytes: room.used, until: Date.now() + secondsLeft() * 1000 });
        return room.used;
      },
      abandon: () => forget(owner, id).catch(() => undefined),
    };
  }

  async function takeUp(id: string, record: T, { word, count, bytes }: SetAside) {
    const owner = ownerOf(record);
    const sealed = seal(record, keyOf(id));
    if (!(await budget.holds(owner, id))) return undefined;
    await budget.take(owner, { id, bytes: bytes + sealed.length, until: Date.now() + ttl * 1000 });
    const parts = await store();
    for (let number = 0; number < count; number += 1) {
      if (!(await parts.extend(partKey(word, id, number), ttl))) return undefined;
    }
    return () => parts.put(keyOf(id), sealed, ttl);
  }

  async function update(id: string, record: T): Promise<boolean> {
    const until = await budget.untilOf(ownerOf(record), id);
    const seconds = ((until ?? 0) - Date.now()) / 1000;
    if (seconds <= 0) return false;
    return (await store()).updateIfPresent(keyOf(id), seal(record, keyOf(id)), seconds);
  }

  return {
    newId: records.newId,
    update,
    find: records.find,
    put: (id, record) => put(id, record),
    begin,
    takeUp,
    discard: drop,
    async findOwn(id, owner) {
      const record = await records.find(id);
      return record && ownerOf(record) === owner ? record : undefined;
    },
    async allOf(owner) {
      const found = new Map<string, T>();
      for (const id of await budget.idsOf(owner)) {
        const record = await records.find(id);
        if (record) found.set(id, record);
      }
      return found;
    },
    async delete(id) {
      const record = shape.test(id) ? await records.find(id) : undefined;
      if (record) await forget(ownerOf(record), id);
    },
    async putPart(word, id, number, { part, seconds }) {
      const key = partKey(word, id, number);
      await (await store()).put(key, seal(part, key), seconds);
    },
    async findPart(word, id, number, schema) {
      const key = partKey(word, id, number);
      return unseal(await (await store()).get(key), key, schema);
    },
  };
}
