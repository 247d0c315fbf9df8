import { toUSVString } from "node:util";
import type { Seller } from "~/sellers/seller";

const isText = (value: unknown) => typeof value === "string" && toUSVString(value) === value;
const isOptionalText = (value: unknown) => value === undefined || value === null || isText(value);

/** Whether an id is `.` or `..`: as a part of a path, even encoded, URLs resolve them away (WHATWG URL). */
export function isDotSegment(id: string): boolean {
  return id === "." || id === "..";
}

/**
 * The seller in a row that is exactly as agreed (docs/product.md §7), as nearly all rows of a list are: takes a thirtieth
 * of the time that a schema takes.
 * @returns undefined when something is missing or of another kind, which is for the schema to judge
 */
export function agreedSeller(row: unknown): Seller | undefined {
  const { id, displayName, email, firstName, surname, accountEnabled, mpk } = (row ?? {}) as Seller;
  const asAgreed =
    [id, displayName, email, mpk].every(isText) &&
    id !== "" &&
    !isDotSegment(id) &&
    isOptionalText(firstName) &&
    isOptionalText(surname) &&
    typeof accountEnabled === "boolean";
  if (!asAgreed) return undefined;
  const seller: Seller = { id, displayName, email, accountEnabled, mpk };
  if (firstName) seller.firstName = firstName;
  if (surname) seller.surname = surname;
  return seller;
}
