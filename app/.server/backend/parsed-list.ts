import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Seller } from "~/domain/seller";
import { SellerIndex } from "~/domain/seller-index";
import { inSlices } from "../in-slices";
import type { Answer } from "./backend-call";
import type { ListContract } from "./contract/list-contract";
import { readListedSellers } from "./contract/list-wire";

/** Shorter responses (about 300 sellers) are parsed faster than they are hashed and looked up. */
const CACHED_FROM_BYTES = 64 * 1024;

/**
 * Long responses by their SHA-256. A backend without pages sends all 20,000 sellers again when a
 * person goes from page 1 to page 2; they are parsed and sorted once.
 */
const longLists = new LRUCache<string, Promise<ParsedList>>({ max: 4, ttl: 10_000 });

export class ParsedList {
  #index?: SellerIndex;
  constructor(
    readonly sellers: readonly Seller[],
    readonly total?: number,
  ) {}

  /** Made at its first use. Only for a response with everything: an index of one page is wrong. */
  get index(): SellerIndex {
    this.#index ??= new SellerIndex(this.sellers);
    return this.#index;
  }
}

/** @throws an error of any kind for a body that isn't a list */
export async function parseList(contract: ListContract, { bytes }: Answer): Promise<ParsedList> {
  if (bytes.byteLength < CACHED_FROM_BYTES) return parse(contract, bytes);
  const hash = createHash("sha256").update(bytes).digest("base64");
  const cached = longLists.get(hash);
  if (cached) return cached;
  const parsing = parse(contract, bytes);
  longLists.set(hash, parsing);
  parsing.catch(() => longLists.delete(hash));
  return parsing;
}

async function parse(contract: ListContract, bytes: Uint8Array): Promise<ParsedList> {
  const { sellers, total } = await inSlices(readListedSellers(contract, bytes));
  return new ParsedList(sellers, total);
}
