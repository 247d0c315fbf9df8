import { z } from "zod";
import { wellFormed } from "~/domain/clean-text";
import {
  type NewSeller,
  type OptionalField,
  optionalFields,
  type RequiredField,
  requiredFields,
  type Seller,
  type SellerChange,
  type SellerRecord,
} from "~/domain/seller";
import type { Answer } from "../backend-call";
import { hasDotSegment } from "./endpoints";
import { parseJson } from "./parse-json";

/* A seller as the backend writes it (docs/openapi.yaml), and the bodies that we send. */

/**
 * JSON may hold half of a surrogate pair (RFC 8259 §8.2), which no URL can: one such id would break
 * the list. A value may be a number, missing or null: such a record must still open to be mended.
 */
const text = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => wellFormed(String(value ?? "")));
const optionalText = text.transform((value) => value || undefined);

export const wireSeller: z.ZodType<Seller> = z.object({
  id: z
    .union([z.string().min(1), z.number()])
    .transform((id) => wellFormed(String(id)))
    .refine((id) => !hasDotSegment(id), "no address can name it"),
  ...(Object.fromEntries([
    ...requiredFields.map((field) => [field, text]),
    ...optionalFields.map((field) => [field, optionalText]),
  ]) as Record<RequiredField, typeof text> & Record<OptionalField, typeof optionalText>),
  accountEnabled: z
    .boolean()
    .nullish()
    .transform((value) => value ?? false),
});

const jsonObject = z.record(z.string(), z.unknown());
const envelope = z.object({ seller: jsonObject });

/** Reads `{ seller }` or the bare seller, and its ETag. @throws SyntaxError, ZodError */
export function readSellerRecord({ bytes, headers }: Answer): SellerRecord {
  const body = parseJson(bytes);
  const wrapped = envelope.safeParse(body);
  const raw = wrapped.success ? wrapped.data.seller : jsonObject.parse(body);
  return { seller: wireSeller.parse(raw), etag: headers.get("ETag") ?? undefined, raw };
}

/** A weak tag must not be sent as If-Match (RFC 9110 §13.1.1). */
export const isWeak = (tag: string) => tag.startsWith("W/");

/** The body of POST (docs/product.md §3): an optional text is left out when it is empty. */
export function printNewSeller(seller: NewSeller): Record<string, string> {
  const required = requiredFields.map((field) => [field, seller[field]]);
  const optional = optionalFields.filter((field) => seller[field]).map((field) => [field, seller[field]]);
  return Object.fromEntries([...required, ...optional]);
}

/**
 * The body of PUT (docs/product.md §3).
 * @param put `keep` sends unknown fields as they were read, so that they survive
 */
export function printSeller(
  put: "keep" | "exact",
  id: string,
  change: SellerChange,
  { raw }: Pick<SellerRecord, "raw">,
): object {
  const texts = Object.entries(printNewSeller(change)).map(([field, value]) => [field, asTypeOf(raw[field], value)]);
  const fields = { id: asTypeOf(raw.id, id), accountEnabled: change.accountEnabled, ...Object.fromEntries(texts) };
  if (put === "exact") return fields;
  // An optional text that was cleared must not go back with its old value.
  const others = Object.entries(raw).filter(([name]) => !optionalFields.some((field) => field === name));
  return { ...Object.fromEntries(others), ...fields };
}

/** Gives an untouched number back as a number: a strict backend would refuse a text. */
function asTypeOf(raw: unknown, value: string): string | number {
  return typeof raw === "number" && String(raw) === value ? raw : value;
}
