import { env } from "../env";
import { openLmdb } from "./lmdb";
import { openRedis } from "./redis";
import type { Store } from "./store";

export { type LogEntry, type LogQuery, type Store, StoreUnavailable } from "./store";

/**
 * Opens a store.
 * @param url `lmdb:PATH`, `redis://…` or `rediss://…` (DESIGN.md §5).
 * @throws Error that says which store can't be opened and why, without a credential: for the log.
 */
export async function openStore(url: string): Promise<Store> {
  if (url.startsWith("lmdb:")) return openLmdb(url.slice("lmdb:".length));
  if (/^rediss?:/.test(url)) return openRedis(url);
  throw new Error("STORE_URL must be lmdb:PATH, redis://… or rediss://…");
}

let opening: Promise<Store> | undefined;

/** The process's store, opened at the first call; a failed opening is tried again by the next call. */
export function store(): Promise<Store> {
  opening ??= openStore(env().STORE_URL.reveal()).catch((error: unknown) => {
    opening = undefined;
    throw error;
  });
  return opening;
}

/** Lets go of the process's store, for an orderly end. */
export async function closeStore(): Promise<void> {
  const closing = opening;
  opening = undefined;
  await (await closing)?.close();
}
