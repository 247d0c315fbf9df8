import type { HistoryEntry } from "../../app/domain/history-entry";

export const NOON = Date.UTC(2026, 4, 10, 12);
export const values = { displayName: "Jan", email: "jan@example.pl", mpk: "1", accountEnabled: true };

/** Makes a history entry: Anna changed a seller's MPK to the entry's id. @param more replaces facts */
export function entryOf(id: string, more: Partial<HistoryEntry> = {}): HistoryEntry {
  const made = { id, at: NOON, by: { sub: "me", name: "Anna" }, outcome: "done", requestId: "r" };
  const seller = { sellerId: `s-${id}`, sellerName: id };
  const change = { action: "update", before: values, after: { ...values, mpk: id } };
  return { ...made, ...seller, ...change, ...more } as HistoryEntry;
}
