import { inTransaction } from "../../app/.server/db/database";
import type { HistoryEntry } from "../../app/domain/history-entry";
import { toRow } from "../../app/sellers/write/change-rows.server";

const STEP = 500;

/** Stores many changes at once, each as `beginEntry` would. */
export async function storeChanges(entries: readonly HistoryEntry[]): Promise<void> {
  for (let at = 0; at < entries.length; at += STEP) {
    const rows = entries.slice(at, at + STEP).map(toRow);
    await inTransaction((tx) => tx.insertInto("changes").values(rows).execute());
  }
}
