/*
 * What the bodies of forms may hold in memory while they are read and parsed, in bytes, all requests of this process
 * together: 104 MB in four pools. deploy/kubernetes.yaml gives a container 768 MiB, of which up to 450 are in use with
 * large imports and exports beside each other (docs/operations.md), and a body is there twice while it is put together.
 */
const MEGABYTE = 1024 * 1024;

/** A form up to this size, in bytes, waits behind no file: it has a pool of its own. */
const SMALL_BYTES = 64 * 1024;

type Pool = {
  /** Of all bodies at once. */
  bytes: number;
  /** Of one person's. */
  share: number;
};

/** Two files of the largest size for one person; three persons have such two at once. */
const LARGE: Pool = { bytes: 72 * MEGABYTE, share: 24 * MEGABYTE };
/** 128 forms at once, of which one person has 32. */
const SMALL: Pool = { bytes: 8 * MEGABYTE, share: 2 * MEGABYTE };
/** Nobody tells those apart who aren't signed in: together they have 64 forms of their largest size, and none of others' room. */
const ANONYMOUS: Pool = { bytes: 16 * MEGABYTE, share: 16 * MEGABYTE };
/** So that large ones don't keep out what was typed while a session ended: 128 forms. */
const ANONYMOUS_SMALL: Pool = { bytes: 8 * MEGABYTE, share: 8 * MEGABYTE };

/** Who sends a body, by what stays the same over their requests; undefined for whoever isn't signed in. */
export type Sender = string | undefined;

/** The bodies being read have all the memory that they may, this sender's or all. */
export class BudgetSpent extends Error {}

/** A pool of bytes of which each person has a share. Nobody waits for it: a body that waits holds its connection. */
class BytePool {
  readonly #limits: Pool;
  readonly #held = new Map<Sender, number>();
  #all = 0;

  constructor(limits: Pool) {
    this.#limits = limits;
  }

  /** @throws BudgetSpent */
  take(sender: Sender, bytes: number): () => void {
    const own = this.#held.get(sender) ?? 0;
    const { bytes: most, share } = this.#limits;
    if (own + bytes > share || this.#all + bytes > most) throw new BudgetSpent(`No room for ${bytes} bytes`);
    this.#add(sender, bytes);
    let held = true;
    return () => {
      if (held) this.#add(sender, -bytes);
      held = false;
    };
  }

  #add(sender: Sender, bytes: number): void {
    const own = (this.#held.get(sender) ?? 0) + bytes;
    if (own > 0) this.#held.set(sender, own);
    else this.#held.delete(sender);
    this.#all += bytes;
  }
}

/** The memory of bodies, in pools that don't take from each other: small forms and large ones, of those signed in and of anybody else. */
export class BodyBudget {
  readonly #small = new BytePool(SMALL);
  readonly #large = new BytePool(LARGE);
  readonly #anonymous = new BytePool(ANONYMOUS);
  readonly #anonymousSmall = new BytePool(ANONYMOUS_SMALL);

  /**
   * Takes room for a body before it is read.
   * @param bytes that it may have at most
   * @returns the function that gives it back; more calls than one do nothing
   * @throws BudgetSpent
   */
  take(sender: Sender, bytes: number): () => void {
    const [small, large] = sender === undefined ? [this.#anonymousSmall, this.#anonymous] : [this.#small, this.#large];
    return (bytes <= SMALL_BYTES ? small : large).take(sender, bytes);
  }
}

/** This process's. */
export const bodyBudget = new BodyBudget();
