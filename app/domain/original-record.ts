import { editableOf } from "./change";
import type { SellerChange, SellerRecord } from "./seller";
import { storedChangeSchema } from "./seller-schema";

/** A draft can hold as much. */
const MAX_TEXT_LENGTH = 64 * 1024;

/** The record that an edit started from, for a hidden field. */
export function printOriginalRecord(record: SellerRecord): string {
  return JSON.stringify(editableOf(record.seller));
}

export function parseOriginalRecord(text: unknown): SellerChange | undefined {
  if (typeof text !== "string" || text.length > MAX_TEXT_LENGTH) return undefined;
  try {
    return storedChangeSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
