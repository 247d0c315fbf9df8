import { inTransaction } from "../../app/.server/db/database";
import type { HistoryEntry } from "../../app/domain/history-entry";
import { toRow, wordsOf } from "../../app/sellers/write/change-rows.server";

const STEP = 500;

/** Stores many changes as `beginEntry` does one. */
export async function storeChanges(entries: readonly HistoryEntry[]): Promise<void> {
  for (let at = 0; at < entries.length; at += STEP) {
    const step = entries.slice(at, at + STEP);
    await inTransaction(async (tx) => {
      await tx.insertInto("changes").values(step.map(toRow)).execute();
      await tx.insertInto("change_words").values(step.flatMap(wordsOf)).execute();
    });
  }
}
