import { editableOf } from "./change";
import type { SellerChange, SellerRecord } from "./seller";
import { storedChangeSchema } from "./seller-schema";

/** The longest text, in characters: what a draft has room for. */
const MAX_TEXT = 64 * 1024;

/** The record that an edit started from, as text for a hidden field: compared with it, the others' changes show. */
export function printOriginalRecord(record: SellerRecord): string {
  return JSON.stringify(editableOf(record.seller));
}

/** @returns undefined when it isn't a text of ours. */
export function parseOriginalRecord(text: unknown): SellerChange | undefined {
  if (typeof text !== "string" || text.length > MAX_TEXT) return undefined;
  try {
    return storedChangeSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
