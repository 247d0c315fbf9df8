import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Seller } from "~/domain/seller";
import { SellerIndex } from "~/domain/seller-index";
import { inSlices } from "../in-slices";
import type { Answer } from "./backend-call";
import type { ListContract } from "./contract/list-contract";
import { readListedSellers } from "./contract/list-wire";

/** A response below this size (about 300 sellers) is parsed faster than it is hashed. */
const CACHED_FROM_BYTES = 64 * 1024;

// The key is the response's SHA-256. For example, a backend without pages sends the same 20,000
// sellers for page 1 and for page 2; they are parsed and sorted once.
const longLists = new LRUCache<string, Promise<ParsedList>>({ max: 4, ttl: 10_000 });

export class ParsedList {
  #index?: SellerIndex;
  constructor(
    readonly sellers: readonly Seller[],
    readonly total?: number,
  ) {}

  /** Use it only for a response with all sellers, because the index finds no others. */
  get index(): SellerIndex {
    this.#index ??= new SellerIndex(this.sellers);
    return this.#index;
  }
}

export async function parseList(contract: ListContract, { bytes }: Answer): Promise<ParsedList> {
  if (bytes.byteLength < CACHED_FROM_BYTES) return parse(contract, bytes);
  const hash = createHash("sha256").update(bytes).digest("base64");
  const cachedList = longLists.get(hash);
  if (cachedList) return cachedList;
  const parsing = parse(contract, bytes);
  longLists.set(hash, parsing);
  parsing.catch(() => longLists.delete(hash));
  return parsing;
}

async function parse(contract: ListContract, bytes: Uint8Array): Promise<ParsedList> {
  const { sellers, total } = await inSlices(readListedSellers(contract, bytes));
  return new ParsedList(sellers, total);
}
