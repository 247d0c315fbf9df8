import { type LogEntry, store } from "./open-store";

/** Read at once. */
const PAGE = 500;

/** Every entry of a log since a moment (ms since the epoch), newest first. Those that were given may be removed meanwhile. @throws StoreUnavailable */
export async function* wholeLog(log: string, from = 0): AsyncGenerator<LogEntry, void> {
  const logs = await store();
  for (let before: string | undefined; ; ) {
    const entries = await logs.readLog(log, { limit: PAGE, from, before });
    yield* entries;
    if (entries.length < PAGE) return;
    before = entries.at(-1)?.id;
  }
}
