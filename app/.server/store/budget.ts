import { z } from "zod";
import { attempts } from "./claim";
import { hashed } from "./hashed";
import { StoreUnavailable, store } from "./open-store";

/** What one person may have stored of one kind. */
export type Bounds = {
  records: number;
  /** All of them, as they lie in the store. */
  bytes: number;
  /** One of them, with its parts; as much as all of them if this isn't given. */
  bytesEach?: number;
};

/** A person has as much of a kind stored as they may, and none of it may give way. */
export class OverBudget extends Error {
  constructor(kind: string) {
    super(`A person has too much of this kind stored: ${kind}`);
    this.name = "OverBudget";
  }
}

const entrySchema = z.object({
  id: z.string(),
  bytes: z.number(),
  /** Milliseconds since the epoch: gone from the store by then. */
  until: z.number(),
  /** Still being written down: it gives way to nothing, but ends soon if its process died. */
  begun: z.literal(true).optional(),
});
export type Entry = z.infer<typeof entrySchema>;
const ledgerSchema = z.array(entrySchema);

/** Many at once write one person's ledger one after the other: each turn one of them gets through. */
const PATIENCE = { waitMs: 10_000, minPauseMs: 5, maxPauseMs: 100 };

type Options = {
  bounds: Bounds;
  /** Whether an older record may give way to a new one. */
  mayGo: (id: string) => Promise<boolean>;
  /** Takes a record that gave way, or that was begun and never ended, out of the store. */
  drop: (id: string) => Promise<void>;
};

/**
 * How much each person has stored of one kind: a ledger under `held:KIND:PERSON`, changed by compare and swap, so that
 * the bounds hold however many requests come at once, on however many machines. The oldest records give way first.
 */
export class Budget {
  readonly #kind: string;
  readonly #options: Options;

  constructor(kind: string, options: Options) {
    this.#kind = kind;
    this.#options = options;
  }

  /** Of one record. */
  get maxBytes(): number {
    const { bytes, bytesEach = bytes } = this.#options.bounds;
    return bytesEach;
  }

  /**
   * Makes room for a record, or for one to grow: to be called before it is written.
   * @throws OverBudget; StoreUnavailable
   */
  async take(owner: string, wanted: Entry): Promise<void> {
    const { bounds } = this.#options;
    if (wanted.bytes > this.maxBytes) throw new OverBudget(this.#kind);
    await this.#change(owner, wanted.id, async (entries) => {
      const others = entries.filter(({ id }) => id !== wanted.id);
      const going: Entry[] = [];
      const fits = () => {
        const staying = others.filter((entry) => !going.includes(entry));
        const bytes = staying.reduce((sum, entry) => sum + entry.bytes, wanted.bytes);
        return staying.length < bounds.records && bytes <= bounds.bytes;
      };
      for (const entry of others) {
        if (fits()) break;
        if (!entry.begun && (await this.#options.mayGo(entry.id))) going.push(entry);
      }
      if (!fits()) throw new OverBudget(this.#kind);
      return [...others.filter((entry) => !going.includes(entry)), wanted];
    });
  }

  /** What is stored under this id counts no more. */
  async release(owner: string, id: string): Promise<void> {
    await this.#change(owner, id, async (entries) => entries.filter((entry) => entry.id !== id));
  }

  /** Whether a record still counts, or has given way meanwhile. @throws StoreUnavailable */
  async holds(owner: string, id: string): Promise<boolean> {
    return (await this.untilOf(owner, id)) !== undefined;
  }

  /** When a record ends, in ms since the epoch; undefined when it doesn't count any more. @throws StoreUnavailable */
  async untilOf(owner: string, id: string): Promise<number | undefined> {
    const entries = readLedger(await (await store()).get(this.#keyOf(owner)));
    return entries.find((entry) => entry.id === id)?.until;
  }

  /** What a person has stored of this kind. @throws StoreUnavailable */
  async idsOf(owner: string): Promise<string[]> {
    return readLedger(await (await store()).get(this.#keyOf(owner))).map(({ id }) => id);
  }

  #keyOf(owner: string): string {
    return `held:${this.#kind}:${hashed(owner)}`;
  }

  /** @param own the record that the change is about: what else leaves the ledger leaves the store. */
  async #change(owner: string, own: string, to: (live: Entry[]) => Promise<Entry[]>): Promise<void> {
    const ledgers = await store();
    const key = this.#keyOf(owner);
    for await (const _attempt of attempts(PATIENCE)) {
      const value = await ledgers.get(key);
      const before = readLedger(value);
      const now = Date.now();
      const after = await to(before.filter(({ until }) => until > now));
      const text = JSON.stringify(after);
      const seconds = (Math.max(now, ...after.map(({ until }) => until)) - now) / 1000 + 60;
      const written =
        value === undefined
          ? await ledgers.putIfAbsent(key, text, seconds)
          : await ledgers.replaceIfEquals(key, value, text, seconds);
      if (!written) continue;
      const staying = new Set([own, ...after.map(({ id }) => id)]);
      const left = before.filter(({ id, until, begun }) => !staying.has(id) && (until > now || begun));
      // A store that fails here leaves them to their times to live.
      for (const { id } of left) await this.#options.drop(id).catch(() => undefined);
      return;
    }
    throw new StoreUnavailable(new Error(`The ledger ${key} is being changed by too many at once`));
  }
}

/** Another release's ledger that this one can't read counts for nothing: its records end by themselves. */
function readLedger(value: string | undefined): Entry[] {
  try {
    return value === undefined ? [] : ledgerSchema.parse(JSON.parse(value));
  } catch {
    return [];
  }
}
