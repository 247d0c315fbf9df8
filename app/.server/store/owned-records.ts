import type { z } from "zod";
import { uniqueToken } from "~/.server/unique-token";
import { seal, unseal } from "../db/seal";
import { type Bounds, Budget, GrowingRoom } from "./budget";
import { store } from "./open-store";
import { ID, type Options, type Records, sealedRecords } from "./sealed-records";

type Owned<T extends object> = Options<T> & {
  ttl: number;
  ownerOf: (record: T) => string;
  bounds: Bounds;
  /** Whether the budget may evict this record; by default it may. */
  mayEvict?: (id: string) => Promise<boolean>;
  /** First words of the keys `WORD:ID:0`, `WORD:ID:1` and so on, without a gap. */
  parts?: readonly string[];
  /** Deletes what else belongs to the record. */
  dropMore?: (id: string) => Promise<void>;
};

type OwnedRecords<T extends object> = Records<T> & {
  /** Keeps the expiry, as the parts do, and never brings back a deleted record. */
  update(id: string, record: T): Promise<boolean>;
  /** For ids from a request: `undefined` if another person owns the record. */
  findOwn(id: string, owner: string): Promise<T | undefined>;
  /** By id, newest first. */
  allOf(owner: string, limit?: number): Promise<Map<string, T>>;
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
  /**
   * Ends without a record, which `takeUp` may add while the parts live.
   * @returns their bytes
   * @throws OverBudget
   */
  setAside(): Promise<number>;
  /** Deletes everything written; if the store fails, the TTL does. */
  abandon(): Promise<void>;
};

type ChunkLimits = { rows: number; rowBytes?: number; bytes?: number };

/** Writes rows as parts of a record, a chunk at a time. Sizes are bytes of JSON. */
export class Chunks<Row> {
  readonly #put: (chunk: number, rows: Row[]) => Promise<void>;
  readonly #limits: Required<ChunkLimits>;
  #rows: Row[] = [];
  #bytes = 0;
  /** Chunks and rows written so far. */
  count = 0;
  total = 0;

  constructor(
    { rows, rowBytes = Number.POSITIVE_INFINITY, bytes = Number.POSITIVE_INFINITY }: ChunkLimits,
    put: (chunk: number, rows: Row[]) => Promise<void>,
  ) {
    this.#limits = { rows, rowBytes, bytes };
    this.#put = put;
  }

  /** @throws RangeError for a row that is too large; what `put` throws */
  async add(row: Row): Promise<void> {
    const bytes = Buffer.byteLength(JSON.stringify(row));
    const limits = this.#limits;
    if (bytes > limits.rowBytes) throw new RangeError(`A row has at most ${limits.rowBytes} bytes`);
    if (this.#rows.length === limits.rows || this.#bytes + bytes > limits.bytes) await this.end();
    this.#rows.push(row);
    this.#bytes += bytes;
  }

  async end(): Promise<void> {
    if (this.#rows.length === 0) return;
    await this.#put(this.count, this.#rows);
    this.count += 1;
    this.total += this.#rows.length;
    this.#rows = [];
    this.#bytes = 0;
  }
}

const READ_AT_ONCE = 20;

/** Sealed records that only their owner finds, with a budget per owner. */
export function ownedRecords<T extends object>(options: Owned<T>): OwnedRecords<T> {
  const { kind, ttl, id: shape = ID, ownerOf, bounds, mayEvict = async () => true } = options;
  const { parts = [], dropMore } = options;
  const records = sealedRecords(options);
  const budget = new Budget(kind, { bounds, mayEvict, drop });
  const keyOf = (id: string) => `${kind}:${id}`;
  const partKey = (word: string, id: string, number: number) => `${word}:${id}:${number}`;

  async function drop(id: string): Promise<void> {
    const dropping = await store();
    await dropping.delete(keyOf(id));
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
    async allOf(owner, limit = Number.POSITIVE_INFINITY) {
      const found: [id: string, record: T][] = [];
      // The ledger's last entry is the newest.
      const ids = (await budget.idsOf(owner)).reverse();
      for (let at = 0; at < ids.length && found.length < limit; at += READ_AT_ONCE) {
        const batch = ids.slice(at, at + READ_AT_ONCE);
        const stored = await records.findMany(batch);
        found.push(...batch.flatMap((id, n) => (stored[n] ? [[id, stored[n]] as [string, T]] : [])));
      }
      return new Map(found.slice(0, limit));
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
