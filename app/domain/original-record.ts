import { editableOf } from "./change";
import type { SellerChange, SellerRecord } from "./seller";
import { storedChangeSchema } from "./seller-schema";

/** The record that an edit started from, for a hidden field. */
export function printOriginalRecord(record: SellerRecord): string {
  return JSON.stringify(editableOf(record.seller));
}

export function parseOriginalRecord(text: unknown): SellerChange | undefined {
  if (typeof text !== "string" || text.length > 64 * 1024) return undefined;
  try {
    return storedChangeSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
