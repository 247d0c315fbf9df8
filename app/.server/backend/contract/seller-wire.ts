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

/** A number or null is accepted, so that a person can open and correct such a seller. */
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

/** The body is `{ "seller": {…} }` or the seller alone. @throws SyntaxError, ZodError */
export function readSellerRecord({ bytes, headers }: Answer): SellerRecord {
  const body = parseJson(bytes);
  const wrapped = envelope.safeParse(body);
  const raw = wrapped.success ? wrapped.data.seller : jsonObject.parse(body);
  return { seller: wireSeller.parse(raw), etag: headers.get("ETag") ?? undefined, raw };
}

export const isWeak = (tag: string) => tag.startsWith("W/");

/** The body of POST. Empty optional texts aren't sent (docs/product.md §3). */
export function printNewSeller(seller: NewSeller): Record<string, string> {
  const required = requiredFields.map((field) => [field, seller[field]]);
  const optional = optionalFields.filter((field) => seller[field]).map((field) => [field, seller[field]]);
  return Object.fromEntries([...required, ...optional]);
}

/** The body of PUT. With `keep` it repeats the fields that the app doesn't know. */
export function printSeller(
  put: "keep" | "exact",
  id: string,
  change: SellerChange,
  { raw }: Pick<SellerRecord, "raw">,
): object {
  const texts = Object.entries(printNewSeller(change)).map(([field, value]) => [field, asTypeOf(raw[field], value)]);
  const fields = { id: asTypeOf(raw.id, id), accountEnabled: change.accountEnabled, ...Object.fromEntries(texts) };
  if (put === "exact") return fields;
  // Repeats `raw` without its optional texts, because `fields` has only the filled ones. With them, a
  // cleared text would get its old value back.
  const withoutOptional = Object.entries(raw).filter(([name]) => !optionalFields.some((field) => field === name));
  return { ...Object.fromEntries(withoutOptional), ...fields };
}

/** A number that nobody changed is sent as a number: a strict backend refuses `"123"` for 123. */
function asTypeOf(raw: unknown, value: string): string | number {
  return typeof raw === "number" && String(raw) === value ? raw : value;
}
