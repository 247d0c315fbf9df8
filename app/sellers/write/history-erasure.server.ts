import { store } from "~/.server/store/open-store";
import type { HistoryEntry } from "~/domain/history-entry";
import { readPage } from "./history-journal.server";
import { entries, logsOf, placesIn } from "./history-records.server";
import { isOver } from "./history-retention.server";

/** Entries read at once. */
const BATCH = 200;

/** Every entry of a seller, or of all, newest first, for as long as the store holds it. @throws StoreUnavailable */
export async function* everyEntry(sellerId?: string): AsyncGenerator<HistoryEntry, void> {
  for (let before: string | undefined; ; ) {
    const page = await readPage({ sellerId, limit: BATCH, before }, () => true);
    yield* page.entries;
    if (page.older === undefined) return;
    before = page.older;
  }
}

/** Takes an entry out of the history, as if nobody had made the change here. @throws StoreUnavailable */
export async function dropEntry(entry: HistoryEntry): Promise<void> {
  const logs = await store();
  for (const log of logsOf(entry)) {
    for (const place of await placesIn(log, entry)) await logs.removeFromLog(log, place);
  }
  await entries.delete(entry.id);
}

/** Takes its author out of an entry; the change stays, for the sellers' sake, if its time isn't over. @throws StoreUnavailable */
export async function dropAuthor(entry: HistoryEntry): Promise<void> {
  if (isOver(entry)) return dropEntry(entry);
  await entries.change(entry.id, (now) => now && { ...now, by: { sub: "erased" } });
}
