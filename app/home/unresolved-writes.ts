import type { HistoryEntry } from "~/domain/history-entry";
import type { AttentionItem } from "./attention";

/**
 * Changes with an unknown outcome. A later change of the same seller settles one, and jobs report
 * their own.
 * @param entries newest first
 * @param since in ms since the epoch
 */
export function unresolvedOf(entries: readonly HistoryEntry[], since: number): AttentionItem[] {
  const settled = new Set<string>();
  const items: AttentionItem[] = [];
  for (const { id, at, action, outcome, jobId, undoneBy, sellerId, sellerName } of entries) {
    // A lost creation has no seller's id; a later one that succeeded has the same name.
    const subjects = [sellerId && `id ${sellerId}`, action === "create" && `name ${sellerName}`].filter(isText);
    const open = outcome === "unknown" && jobId === undefined && undoneBy === undefined;
    const isUnsettled = at > since && !subjects.some((subject) => settled.has(subject));
    if (open && isUnsettled) items.push({ kind: "unknown", id, at, action, sellerId, sellerName });
    if (outcome === "done") for (const subject of subjects) settled.add(subject);
  }
  return items;
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
