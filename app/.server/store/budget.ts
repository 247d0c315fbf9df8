import { z } from "zod";
import { OverShare as OverBudget } from "../db/errors";
import { changeValue } from "./change-value";

export { OverShare as OverBudget } from "../db/errors";

import { hashed } from "../db/hashed";
import { store, storeBytes } from "./open-store";

export type Bounds = {
  records: number;
  /** Of all records, sealed. */
  bytes: number;
  /** Of one record with its parts; by default `bytes`. */
  bytesEach?: number;
};

/** The part of a bounded store that one person's records of one kind may fill. */
const SHARE = 1 / 8;

const entrySchema = z.object({
  id: z.string(),
  bytes: z.number(),
  /** Expiry in ms since the epoch. */
  until: z.number(),
  /** Being written: it can only be evicted if its process seems to have died. */
  isUnfinished: z.literal(true).optional(),
});
export type Entry = z.infer<typeof entrySchema>;
const ledgerSchema = z.array(entrySchema);

type Options = {
  bounds: Bounds;
  mayEvict: (id: string) => Promise<boolean>;
  drop: (id: string) => Promise<void>;
};

/**
 * Bounds what a person has stored of one kind: a ledger under `held:KIND:PERSON`, changed by
 * compare and swap to hold across machines. The oldest records are evicted first.
 */
export class Budget {
  readonly kind: string;
  readonly #options: Options;

  constructor(kind: string, options: Options) {
    this.kind = kind;
    this.#options = options;
  }

  get maxBytes(): number {
    return Math.min(this.#options.bounds.bytesEach ?? Number.POSITIVE_INFINITY, this.#allBytes);
  }

  get #allBytes(): number {
    return Math.min(this.#options.bounds.bytes, (storeBytes() ?? Number.POSITIVE_INFINITY) * SHARE);
  }

  /** Call before writing or growing a record. @throws OverBudget */
  async take(owner: string, wanted: Entry): Promise<void> {
    const { bounds } = this.#options;
    if (wanted.bytes > this.maxBytes) throw new OverBudget(this.kind);
    await this.#change(owner, wanted.id, async (entries) => {
      let others = entries.filter(({ id }) => id !== wanted.id);
      const fits = () =>
        others.length < bounds.records &&
        others.reduce((sum, entry) => sum + entry.bytes, wanted.bytes) <= this.#allBytes;
      for (const entry of others) {
        if (fits()) break;
        const isEvicted = entry.isUnfinished ? isAbandoned(entry) : await this.#options.mayEvict(entry.id);
        if (isEvicted) others = others.filter((other) => other !== entry);
      }
      if (!fits()) throw new OverBudget(this.kind);
      return [...others, wanted];
    });
  }

  /** Adds to what is counted under an id. @throws OverBudget */
  async grow(owner: string, { id, bytes, until }: Entry): Promise<void> {
    await this.#change(owner, id, async (entries) => {
      const others = entries.filter((entry) => entry.id !== id);
      const own = entries.reduce((sum, entry) => sum + (entry.id === id ? entry.bytes : 0), bytes);
      const all = others.reduce((sum, entry) => sum + entry.bytes, own);
      if (all > this.#allBytes) throw new OverBudget(this.kind);
      return [...others, { id, bytes: own, until }];
    });
  }

  async forget(owner: string): Promise<void> {
    await (await store()).delete(this.#keyOf(owner));
  }

  async release(owner: string, id: string): Promise<void> {
    await this.#change(owner, id, async (entries) => entries.filter((entry) => entry.id !== id));
  }

  async holds(owner: string, id: string): Promise<boolean> {
    return (await this.untilOf(owner, id)) !== undefined;
  }

  /** Expiry in ms since the epoch; undefined for an evicted record. */
  async untilOf(owner: string, id: string): Promise<number | undefined> {
    const entries = readLedger(await (await store()).get(this.#keyOf(owner)));
    return entries.find((entry) => entry.id === id)?.until;
  }

  async idsOf(owner: string): Promise<string[]> {
    return readLedger(await (await store()).get(this.#keyOf(owner))).map(({ id }) => id);
  }

  #keyOf(owner: string): string {
    return `held:${this.kind}:${hashed(owner)}`;
  }

  /** @param own is never dropped; other records that leave the ledger are deleted. */
  async #change(owner: string, own: string, to: (live: Entry[]) => Promise<Entry[]>): Promise<void> {
    let evicted: Entry[] = [];
    await changeValue(this.#keyOf(owner), async (value) => {
      const before = readLedger(value);
      const now = Date.now();
      const after = await to(before.filter(({ until }) => until > now));
      const staying = new Set([own, ...after.map(({ id }) => id)]);
      evicted = before.filter(({ id, until, isUnfinished }) => !staying.has(id) && (until > now || isUnfinished));
      const lastUntil = Math.max(now, ...after.map(({ until }) => until));
      return { value: JSON.stringify(after), ttlSeconds: (lastUntil - now) / 1000 + 60 };
    });
    // If the store fails, the TTL deletes them.
    for (const { id } of evicted) await this.#options.drop(id).catch(() => undefined);
  }
}

/** An unreadable ledger counts as empty: its records expire by themselves. */
function readLedger(value: string | undefined): Entry[] {
  try {
    return value === undefined ? [] : ledgerSchema.parse(JSON.parse(value));
  } catch {
    return [];
  }
}

/** TTL in ms of an unfinished record. */
const UNFINISHED_MS = 15 * 60_000;
/** In ms. A writer renews its record more often, so a longer silence means that it has died. */
const SILENT_MS = 60_000;

function isAbandoned({ until }: Entry): boolean {
  return until - Date.now() < UNFINISHED_MS - SILENT_MS;
}
