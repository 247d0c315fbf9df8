import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { wellFormed } from "~/domain/clean-text";
import type { SellerQuery } from "~/domain/query";
import type { Seller, SellerPage, SellerRecord } from "~/domain/seller";
import { type OptionalField, optionalFields, type RequiredField, requiredFields } from "~/domain/seller-fields";
import { SellerIndex } from "~/domain/seller-index";
import { inSlices } from "../in-slices";
import { type Answer, isDotSegment } from "./backend-call";
import { BackendError } from "./backend-error";

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
  id: z
    .union([z.string().min(1), z.number()])
    .transform((id) => wellFormed(String(id)))
    .refine((id) => !isDotSegment(id), "no address can name it"),
  ...(Object.fromEntries([
    ...requiredFields.map((field) => [field, text]),
    ...optionalFields.map((field) => [field, optionalText]),
  ]) as Record<RequiredField, typeof text> & Record<OptionalField, typeof optionalText>),
  accountEnabled: z
    .boolean()
    .nullish()
    .transform((value) => value ?? false),
});

const record = z.record(z.string(), z.unknown());
const envelope = z.object({ seller: record });
const list = z.union([
  z.array(z.unknown()).transform((sellers) => ({ sellers, total: undefined })),
  z.object({ sellers: z.array(z.unknown()), total: z.int().nonnegative().nullish() }),
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

/** The most sellers that a backend which doesn't page may answer with (docs/product.md §7). */
const MAX_UNPAGED_SELLERS = 20_000;

/** Shorter answers, in bytes, are parsed faster than they are looked up. */
const CACHED_BYTES = 64 * 1024;

/** The latest long answers by a hash of their bytes: turning a page of an unchanged list needs no parsing and no sorting. */
const longLists = new LRUCache<string, Promise<SellerList>>({ max: 4, ttl: 10_000 });

/** The rows of one answer; `index` exists once they turned out to be all sellers. */
type SellerList = { sellers: Seller[]; total?: number | null; index?: SellerIndex };

/**
 * Reads one page with its `total`; or a bare array, or no `total`, which means that these are all sellers (docs/product.md §7).
 * A page beyond the last names the last one, and is empty unless the backend gave its rows anyway.
 * @param query what the backend was asked
 * @param wanted what the person asked for: applied to all sellers
 * @throws BackendError `notPaged`; SyntaxError, ZodError
 */
export async function readSellerList({ bytes }: Answer, query: SellerQuery, wanted = query): Promise<SellerPage> {
  const read = await readList(bytes);
  const { sellers, total } = read;
  // A backend that counts but doesn't page sends all of them, too.
  if (read.index || total === undefined || total === null || (total === sellers.length && total > query.size)) {
    read.index ??= new SellerIndex(sellers);
    return inSlices(read.index.find(wanted));
  }
  if (sellers.length > query.size) throw new Error("More rows than one page holds, yet not all of them");
  return { sellers, total, page: Math.min(query.page, Math.max(1, Math.ceil(total / query.size))) };
}

function readList(bytes: Uint8Array): Promise<SellerList> {
  if (bytes.byteLength < CACHED_BYTES) return inSlices(parseList(bytes));
  const hash = createHash("sha256").update(bytes).digest("base64");
  const cached = longLists.get(hash) ?? inSlices(parseList(bytes));
  longLists.set(hash, cached);
  cached.catch(() => longLists.delete(hash));
  return cached;
}

function* parseList(bytes: Uint8Array): Generator<void, SellerList> {
  const { sellers: rows, total } = list.parse(parse(bytes));
  if (rows.length > MAX_UNPAGED_SELLERS) throw new BackendError("sellers", "notPaged");
  const sellers: Seller[] = [];
  for (const row of rows) {
    if (sellers.length % 64 === 0) yield;
    sellers.push(wireSeller.parse(row));
  }
  return { sellers, total };
}
