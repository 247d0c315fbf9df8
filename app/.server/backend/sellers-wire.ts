import { z } from "zod";
import { wellFormed } from "~/domain/clean-text";
import type { SellerQuery } from "~/domain/query";
import type { Seller, SellerPage, SellerRecord } from "~/domain/seller";
import { SellerIndex } from "~/domain/seller-index";
import { inSlices } from "../in-slices";
import type { Answer } from "./backend-call";
import { LatestByBytes } from "./latest-by-bytes";
import { parseLong } from "./long-json";

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

/** As a part of a path, even encoded, URLs resolve `.` and `..` away (WHATWG URL). */
export const isDotSegment = (id: string) => id === "." || id === "..";

const wireSeller: z.ZodType<Seller> = z.object({
  id: z
    .union([z.string().min(1), z.number()])
    .transform((id) => wellFormed(String(id)))
    .refine((id) => !isDotSegment(id), "no address can name it"),
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

type List = { sellers: Seller[]; total?: number | null };

/**
 * One page with its `total`; or a bare array, or no `total`, which means that this is everything (docs/product.md §7).
 * A page beyond the last comes back naming the last one, empty unless the backend gave its rows anyway.
 * @param query what the backend was asked
 * @param wanted what a person asked: goes for everything at once
 */
export function readSellerList({ bytes }: Answer, query: SellerQuery, wanted = query): Promise<SellerPage> {
  return listOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)).page(query, wanted);
}

/** A list as it came. However long it is, it is read, sorted and looked through in slices. */
class ReadList {
  readonly bytes: Buffer;
  /** @throws SyntaxError, ZodError */
  readonly read: Promise<List>;
  /** Of a list that is everything. */
  #index: SellerIndex | undefined;
  #lastLook: Promise<unknown> = Promise.resolve();

  constructor(bytes: Buffer) {
    this.bytes = bytes;
    this.read = inSlices(parseList(bytes));
  }

  async page(query: SellerQuery, wanted: SellerQuery): Promise<SellerPage> {
    const { sellers, total } = await this.read;
    // A backend that counts but doesn't page sends them all too.
    if (this.#index || total === undefined || total === null || (total === sellers.length && total > query.size)) {
      this.#index ??= new SellerIndex(sellers);
      known.keep(this);
      return this.#look(this.#index, wanted);
    }
    if (sellers.length > query.size) throw new Error("More rows than one page holds, yet not all of them");
    return { sellers, total, page: Math.min(query.page, Math.max(1, Math.ceil(total / query.size))) };
  }

  /** One look after the other, so that what one of them sorts and folds is there for the next. */
  #look(index: SellerIndex, wanted: SellerQuery): Promise<SellerPage> {
    const look = this.#lastLook.then(() => inSlices(index.find(wanted)));
    this.#lastLook = look.catch(() => undefined);
    return look;
  }
}

function* parseList(bytes: Buffer): Generator<void, List> {
  const sellers: Seller[] = [];
  const take = (rows: unknown[]) => {
    for (const row of rows) sellers.push(wireSeller.parse(row));
  };
  const rest = list.parse(yield* parseLong(bytes, { key: "sellers", take }));
  // All rows were taken, but for those of an answer in which they were not found.
  return { ...rest, sellers: [...sellers, ...rest.sellers] };
}

/**
 * The latest whole lists: turning a page of an unchanged one needs no parsing and no sorting, and nobody sees a row that
 * their own answer didn't hold. Shorter answers are read faster than they are recognised.
 */
const known = new LatestByBytes<ReadList>({ minBytes: 64 * 1024, maxBytes: 32 * 1024 * 1024, maxCount: 4 });
/** Lists that are being read: the same one, asked for at the same time, is read once. */
const reading = new Set<ReadList>();

function listOf(bytes: Buffer): ReadList {
  if (!known.takes(bytes)) return new ReadList(bytes);
  const same = known.find(bytes) ?? [...reading].find((each) => each.bytes.equals(bytes));
  if (same) return same;
  const begun = new ReadList(bytes);
  reading.add(begun);
  const end = () => reading.delete(begun);
  begun.read.then(end, end);
  return begun;
}
