import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { store } from "./open-store";
import type { WriteOptions } from "./store";

/**
 * The right to something, held by whoever wrote its key first, until it is given back or runs out. A lock, a lease and
 * a form that is sent once are built on it.
 */
export type Claim = {
  /** Writes something else under the key, or the same for longer; false when it is another's by now. */
  replace(value: string, ttlMs: number): Promise<boolean>;
  /** Gives it back, if it is still held. A store that fails here only makes the next one wait for its end. */
  release(): Promise<void>;
};

/** What nobody else writes: 128 random bits. */
export const uniqueToken = (): string => randomBytes(16).toString("base64url");

/**
 * @param value no other try may write the same.
 * @returns `undefined` when somebody else holds it.
 * @throws StoreUnavailable
 */
export async function claim(
  key: string,
  value: string,
  ttlMs: number,
  options?: WriteOptions,
): Promise<Claim | undefined> {
  const claims = await store();
  return (await claims.putIfAbsent(key, value, ttlMs / 1000, options)) ? claimOf(key, value) : undefined;
}

/**
 * The claim of somebody who is gone, for the first who sees it.
 * @param held what that one wrote under the key
 * @returns `undefined` when the key holds something else by now.
 * @throws StoreUnavailable
 */
export async function takeOver(key: string, held: string, value: string, ttlMs: number): Promise<Claim | undefined> {
  const claims = await store();
  return (await claims.replaceIfEquals(key, held, value, ttlMs / 1000)) ? claimOf(key, value) : undefined;
}

function claimOf(key: string, value: string): Claim {
  let written = value;
  return {
    async replace(next, nextTtlMs) {
      const replaced = await (await store()).replaceIfEquals(key, written, next, nextTtlMs / 1000);
      if (replaced) written = next;
      return replaced;
    },
    async release() {
      const reachable = await store().catch(() => undefined);
      await reachable?.deleteIfEquals(key, written).catch(() => false);
    },
  };
}

/** Milliseconds. */
type Patience = { waitMs: number; minPauseMs: number; maxPauseMs: number };

/** One attempt at once, then one after each pause: longer and longer, and never in step with others who wait. */
export async function* attempts({ waitMs, minPauseMs, maxPauseMs }: Patience): AsyncGenerator<void, void> {
  const giveUpAt = performance.now() + waitMs;
  for (let wait = minPauseMs; ; wait = Math.min(wait * 1.5, maxPauseMs)) {
    yield;
    const left = giveUpAt - performance.now();
    if (left <= 0) return;
    await pause(Math.min(left, wait * (0.5 + Math.random())));
  }
}
