import { setTimeout as pause } from "node:timers/promises";
import { store } from "./open-store";
import { type Store, StoreFull, StoreUnavailable, type WriteOptions } from "./store";

/** Delays in ms before retries of deleting a claim whose write may have succeeded. */
const FORGET_AFTER_MS = [100, 500, 2_000, 5_000, 10_000, 20_000];

/** A key owned by its first writer until release or expiry: a lock, lease or idempotency key. */
export type Claim = {
  /** Writes a value or a new TTL; false when another owner has the key. */
  replace(value: string, ttlMs: number): Promise<boolean>;
  /** If the store fails, retries later. */
  release(): Promise<void>;
};

/** @param value must be unique. @returns `undefined` when another owner holds it. */
export async function claim(
  key: string,
  value: string,
  ttlMs: number,
  options?: WriteOptions,
): Promise<Claim | undefined> {
  const claims = await store();
  try {
    return (await claims.putIfAbsent(key, value, ttlMs / 1000, options)) ? claimOf(key, value) : undefined;
  } catch (error) {
    // A write whose response was lost may have succeeded, so delete it.
    if (error instanceof StoreUnavailable && !(error instanceof StoreFull)) void forget(claims, key, value);
    throw error;
  }
}

async function forget(claims: Store, key: string, value: string): Promise<void> {
  for (const ms of FORGET_AFTER_MS) {
    await pause(ms, undefined, { ref: false });
    if (await answersDelete(claims, key, value)) return;
  }
}

const answersDelete = (claims: Store, key: string, value: string) =>
  claims.deleteIfEquals(key, value).then(
    () => true,
    () => false,
  );

function claimOf(key: string, value: string): Claim {
  let current = value;
  return {
    async replace(next, nextTtlMs) {
      const replaced = await (await store()).replaceIfEquals(key, current, next, nextTtlMs / 1000);
      if (replaced) current = next;
      return replaced;
    },
    async release() {
      const reachable = await store().catch(() => undefined);
      if (reachable && !(await answersDelete(reachable, key, current))) void forget(reachable, key, current);
    },
  };
}

const MIN_PAUSE_MS = 10;
const MAX_PAUSE_MS = 200;

/** Yields at once, then after growing, randomised pauses. */
export async function* attempts(waitMs: number): AsyncGenerator<void, void> {
  const giveUpAt = performance.now() + waitMs;
  for (let wait = MIN_PAUSE_MS; ; wait = Math.min(wait * 1.5, MAX_PAUSE_MS)) {
    yield;
    const left = giveUpAt - performance.now();
    if (left <= 0) return;
    await pause(Math.min(left, wait * (0.5 + Math.random())));
  }
}
