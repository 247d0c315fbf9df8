import { createHash } from "node:crypto";

/**
 * A set of ids in 16 to 32 bytes each, however long they are: of each it remembers 64 bits of its SHA-256. That two of a
 * million ids are taken for one has a chance of 1 in 37 million.
 */
export class SeenIds {
  /** Pairs of words, open addressing; a second word of 0 is a free place. */
  #words = new Uint32Array(2 * 1_024);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** @returns whether it is here for the first time. */
  add(id: string): boolean {
    if (4 * this.#size >= this.#words.length) this.#grow();
    const digest = createHash("sha256").update(id).digest();
    return this.#put(digest.readUInt32LE(0), digest.readUInt32LE(4) || 1);
  }

  #put(first: number, second: number): boolean {
    const words = this.#words;
    const mask = words.length - 1;
    for (let at = (2 * first) & mask; ; at = (at + 2) & mask) {
      if (words[at + 1] === 0) {
        words[at] = first;
        words[at + 1] = second;
        this.#size += 1;
        return true;
      }
      if (words[at] === first && words[at + 1] === second) return false;
    }
  }

  #grow(): void {
    const known = this.#words;
    this.#words = new Uint32Array(2 * known.length);
    this.#size = 0;
    for (let at = 0; at < known.length; at += 2) {
      const second = known[at + 1] as number;
      if (second !== 0) this.#put(known[at] as number, second);
    }
  }
}
