import { z } from "zod";
import { wellFormed } from "~/sellers/clean-text";
import type { SellerQuery } from "~/sellers/query";
import type { Seller, SellerPage, SellerRecord } from "~/sellers/seller";
import { SellerIndex } from "~/sellers/seller-index";
import type { Answer } from "./backend-call";

/**
 * JSON may hold half of a surrogate pair (RFC 8259 §8.2), which no URL can: one such id would break the whole list.
 * A backend may leave a value out, or write null: a record with a gap must still open, so that it can be mended.
 */
const text = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => wellFormed(String(value ?? "")));
const optionalText = z
  .string()
  .nullish()
  .transform((value) => (value ? wellFormed(value) : undefined));

const wireSeller: z.ZodType<Seller> = z.object({
  id: z.union([z.string().min(1), z.number()]).transform((id) => wellFormed(String(id))),
  displayName: text,
  email: text,
  firstName: optionalText,
  surname: optionalText,
  accountEnabled: z
    .boolean()
    .nullish()
    .transform((value) => value ?? false),
  mpk: text,
});

const record = z.record(z.string(), z.unknown());
const envelope = z.object({ seller: record });
const list = z.union([
  z.array(wireSeller).transform((sellers) => ({ sellers, total: undefined })),
  z.object({ sellers: z.array(wireSeller), total: z.int().nonnegative().nullish() }),
]);

function parse(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder().decode(bytes));
}

/** `{ seller }`, or the seller itself (docs/product.md §7); its ETag when there is one. */
export function readSellerRecord({ bytes, headers }: Answer): SellerRecord {
  const answer = parse(bytes);
  const wrapped = envelope.safeParse(answer);
  const raw = wrapped.success ? wrapped.data.seller : record.parse(answer);
  return { seller: wireSeller.parse(raw), etag: headers.get("ETag") ?? undefined, raw };
}

/**
 * One page with its `total`; or a bare array, or no `total`, which means that this is everything (docs/product.md §7).
 * A page beyond the last comes back naming the last one, empty unless the backend gave its rows anyway.
 * @param query what the backend was asked
 * @param wanted what a person asked: goes for everything at once
 */
export function readSellerList({ bytes }: Answer, query: SellerQuery, wanted = query): SellerPage {
  const known = findCached(bytes);
  if (known) return known.find(wanted);
  const { sellers, total } = list.parse(parse(bytes));
  // A backend that counts but doesn't page sends them all too.
  if (total === undefined || total === null || (total === sellers.length && total > query.size)) {
    return cached(bytes, new SellerIndex(sellers)).find(wanted);
  }
  if (sellers.length > query.size) throw new Error("More rows than one page holds, yet not all of them");
  return { sellers, total, page: Math.min(query.page, Math.max(1, Math.ceil(total / query.size))) };
}

/** Answers smaller than this, in bytes, are read faster than they are recognised. */
const MIN_CACHED_BYTES = 64 * 1024;
const MAX_CACHED = 4;
const MAX_CACHED_BYTES = 32 * 1024 * 1024;

/**
 * The latest whole lists, newest last, each beside the very bytes it was read from: turning a page of an unchanged
 * list needs no parsing and no sorting, and nobody sees a row that their own answer didn't hold.
 */
let cache: { bytes: Buffer; index: SellerIndex }[] = [];

function findCached(bytes: Uint8Array): SellerIndex | undefined {
  const found = cache.find((each) => each.bytes.length === bytes.length && each.bytes.equals(bytes));
  if (found) cache = [...cache.filter((each) => each !== found), found];
  return found?.index;
}

function cached(bytes: Uint8Array, index: SellerIndex): SellerIndex {
  if (bytes.length < MIN_CACHED_BYTES || bytes.length > MAX_CACHED_BYTES) return index;
  cache = [...cache, { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), index }].slice(
    -MAX_CACHED,
  );
  while (cache.reduce((sum, each) => sum + each.bytes.length, 0) > MAX_CACHED_BYTES) cache.shift();
  return index;
}
