import { env } from "~/.server/env";
import { log } from "~/.server/log";
import type { Store, StoreOptions } from "./store";
import { timedStore } from "./timed-store";

export { type LogEntry, type LogQuery, MAX_LOG_CLOCK_SKEW_MS, type Store, StoreFull, StoreUnavailable } from "./store";

/**
 * Opens a store. Only the client of the one that is wanted is loaded: that of Redis takes a quarter of the server's start.
 * @param url `lmdb:PATH`, `redis://…` or `rediss://…` (docs/operations.md, "Configuration").
 * @throws Error that says which store can't be opened and why, without a credential: for the log.
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

/** Where a development server's reload of this module doesn't lose it: LMDB may be open once per process. */
const globals = globalThis as { panelStore?: Promise<Store> };

/** The process's store, opened at the first call; a failed opening is tried again by the next call. */
export function store(): Promise<Store> {
  globals.panelStore ??= openStore(env().STORE_URL.reveal(), options()).then(timedStore, (error: unknown) => {
    globals.panelStore = undefined;
    throw error;
  });
  return globals.panelStore;
}

function options(): StoreOptions {
  const { STORE_MAX_MB } = env();
  return { warn: (text) => log().warn(text), maxBytes: STORE_MAX_MB && STORE_MAX_MB * 1024 * 1024 };
}

/** Lets go of the process's store, for an orderly end. */
export async function closeStore(): Promise<void> {
  const closing = globals.panelStore;
  globals.panelStore = undefined;
  await (await closing)?.close();
}
