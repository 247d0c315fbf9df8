import type { HistoryEntry } from "~/domain/history-entry";
import type { AttentionItem } from "./attention";

/**
 * Changes of which nobody knows whether they were saved. One that was followed by a change of the same seller has been
 * dealt with, and a job tells of its own.
 * @param entries newest first
 * @param since older ones, in ms since the epoch, are left out
 */
export function unresolvedOf(entries: readonly HistoryEntry[], since: number): AttentionItem[] {
  const settled = new Set<string>();
  const found: AttentionItem[] = [];
  for (const { id, at, action, outcome, jobId, undoneBy, sellerId, sellerName } of entries) {
    // A creation without an answer has no id of a seller; the one that succeeded after it has the same name.
    const subjects = [sellerId && `id ${sellerId}`, action === "create" && `name ${sellerName}`].filter(isText);
    const open = outcome === "unknown" && jobId === undefined && undoneBy === undefined;
    const seen = at > since && !subjects.some((subject) => settled.has(subject));
    if (open && seen) found.push({ kind: "unknown", id, at, action, sellerId, sellerName });
    if (outcome === "done") for (const subject of subjects) settled.add(subject);
  }
  return found;
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
