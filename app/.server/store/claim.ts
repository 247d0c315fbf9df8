import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { store } from "./open-store";
import { type Store, StoreFull, StoreUnavailable, type WriteOptions } from "./store";

/** After so many ms a claim that a store in trouble may hold for nobody is deleted: as soon as the store is back. */
const FORGET_AFTER_MS = [100, 500, 2_000, 5_000, 10_000, 20_000];

/**
 * The right to something, held by whoever wrote its key first, until it is given back or runs out. A lock, a lease and
 * a form that is sent once are built on it.
 */
export type Claim = {
  /** Writes something else under the key, or the same for longer; false when it is another's by now. */
  replace(value: string, ttlMs: number): Promise<boolean>;
  /** Gives it back, if it is still held: to a store that fails here once it is back. */
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
  const written = await orForgotten(claims, key, value, claims.putIfAbsent(key, value, ttlMs / 1000, options));
  return written ? claimOf(key, value) : undefined;
}

/**
 * The claim of somebody who is gone, for the first who sees it.
 * @param held what that one wrote under the key
 * @returns `undefined` when the key holds something else by now.
 * @throws StoreUnavailable
 */
export async function takeOver(key: string, held: string, value: string, ttlMs: number): Promise<Claim | undefined> {
  const claims = await store();
  const written = await orForgotten(claims, key, value, claims.replaceIfEquals(key, held, value, ttlMs / 1000));
  return written ? claimOf(key, value) : undefined;
}

/** A claim whose answer is lost may have been written, and would be nobody's until it runs out. */
async function orForgotten(claims: Store, key: string, value: string, writing: Promise<boolean>): Promise<boolean> {
  return writing.catch((error: unknown) => {
    if (error instanceof StoreUnavailable && !(error instanceof StoreFull)) void forget(claims, key, value);
    throw error;
  });
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
  let written = value;
  return {
    async replace(next, nextTtlMs) {
      const replaced = await (await store()).replaceIfEquals(key, written, next, nextTtlMs / 1000);
      if (replaced) written = next;
      return replaced;
    },
    async release() {
      const reachable = await store().catch(() => undefined);
      if (reachable && !(await answersDelete(reachable, key, written))) void forget(reachable, key, written);
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
