import { env } from "~/.server/env";
import { log } from "~/.server/log";
import { storeOperations } from "~/.server/metrics";
import { type LogEntry, type Store, StoreFull, type StoreOptions, StoreUnavailable } from "./store";

export { type LogEntry, type LogQuery, MAX_LOG_CLOCK_SKEW_MS, type Store, StoreFull, StoreUnavailable } from "./store";

/**
 * Loads only the client of the requested engine: Redis' takes a quarter of the server's start.
 * @throws Error that says why, without a credential: for the log.
 */
export async function openStore(url: string, options: StoreOptions = { warn: () => undefined }): Promise<Store> {
  if (url.startsWith("lmdb:")) {
    const { openLmdb } = await import("./lmdb");
    return openLmdb(url.slice("lmdb:".length), options);
  }
  if (/^rediss?:/.test(url)) {
    const { openRedis } = await import("./redis");
    return openRedis(url, options);
  }
  throw new Error("STORE_URL must be lmdb:PATH, redis://… or rediss://…");
}

/** A development reload must not lose it: LMDB may be open once per process. */
const globals = globalThis as { panelStore?: Promise<Store> };

/** Opens the process's store at the first call or after a failure. May reject: StoreUnavailable. */
export function store(): Promise<Store> {
  globals.panelStore ??= openStore(env().STORE_URL.reveal(), options()).then(timedStore, (error: unknown) => {
    globals.panelStore = undefined;
    throw error;
  });
  return globals.panelStore;
}

const options = (): StoreOptions => ({ warn: (text) => log().warn(text), maxBytes: storeBytes() });

/** How much the embedded store may hold; undefined for as much as the disk takes. */
export function storeBytes(): number | undefined {
  const { STORE_MAX_MB } = env();
  return STORE_MAX_MB && STORE_MAX_MB * 1024 * 1024;
}

export async function closeStore(): Promise<void> {
  const closing = globals.panelStore;
  globals.panelStore = undefined;
  await (await closing)?.close();
}

export function timedStore(store: Store): Store {
  const timed = <Given extends unknown[], Result>(operation: string, run: (...args: Given) => Promise<Result>) => {
    // Start the counter at 0. Otherwise Prometheus sees its first value as the baseline and the
    // "store full" alert (docs/alerts.yaml) never fires.
    storeOperations.zero({ operation, outcome: "full" });
    return async (...args: Given): Promise<Result> => {
      const stop = storeOperations.startTimer({ operation });
      try {
        const result = await run.apply(store, args);
        stop({ outcome: "ok" });
        return result;
      } catch (error) {
        stop({ outcome: outcomeOf(error) });
        throw error;
      }
    };
  };
  return {
    get: timed("get", store.get),
    getMany: timed("getMany", store.getMany),
    put: timed("put", store.put),
    putIfAbsent: timed("putIfAbsent", store.putIfAbsent),
    updateIfPresent: timed("updateIfPresent", store.updateIfPresent),
    replaceIfEquals: timed("replaceIfEquals", store.replaceIfEquals),
    extend: timed("extend", store.extend),
    delete: timed("delete", store.delete),
    deleteIfEquals: timed("deleteIfEquals", store.deleteIfEquals),
    append: timed("append", store.append),
    readLog: timed("readLog", store.readLog),
    removeFromLog: timed("removeFromLog", store.removeFromLog),
    ping: timed("ping", store.ping),
    close: () => store.close(),
  };
}

function outcomeOf(error: unknown): string {
  if (error instanceof StoreFull) return "full";
  return error instanceof StoreUnavailable ? "unavailable" : "error";
}

const PAGE_SIZE = 500;

/** Yields all entries since `from` (ms), newest first. They may be removed meanwhile. */
export async function* wholeLog(log: string, from = 0): AsyncGenerator<LogEntry, void> {
  const logs = await store();
  for (let before: string | undefined; ; ) {
    const entries = await logs.readLog(log, { limit: PAGE_SIZE, from, before });
    yield* entries;
    if (entries.length < PAGE_SIZE) return;
    before = entries.at(-1)?.id;
  }
}
