import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { store } from "./open-store";

const MIN_PAUSE_MS = 20;
const MAX_PAUSE_MS = 250;

type LockOptions = {
  /** The lock frees itself after this long, in case its holder died: longer than the work can possibly take. */
  leaseMs: number;
  /** How long to wait for another holder. */
  waitMs: number;
};

/** The lock was held by others for the whole of the wait. */
export class LockBusy extends Error {
  constructor(name: string) {
    super(`The lock ${name} is held by others`);
    this.name = "LockBusy";
  }
}

/**
 * Runs `run` while no other process or machine that uses the same store runs under the same name.
 * @param run gets a signal that aborts when the lease ends: work that goes on after it is no longer alone.
 * @throws LockBusy after `waitMs`; StoreUnavailable when the lock can't be asked for; whatever `run` throws.
 */
export async function withLock<T>(
  name: string,
  { leaseMs, waitMs }: LockOptions,
  run: (lease: AbortSignal) => Promise<T>,
): Promise<T> {
  const locks = await store();
  const key = `lock:${name}`;
  const owner = randomBytes(16).toString("base64url");
  const giveUpAt = performance.now() + waitMs;

  let lease = AbortSignal.timeout(leaseMs);
  for (let wait = MIN_PAUSE_MS; !(await locks.putIfAbsent(key, owner, leaseMs / 1000)); wait *= 1.5) {
    const left = giveUpAt - performance.now();
    if (left <= 0) throw new LockBusy(name);
    await pause(Math.min(left, Math.min(wait, MAX_PAUSE_MS) * (0.5 + Math.random())));
    lease = AbortSignal.timeout(leaseMs); // counted from before the store starts counting, so never longer than it
  }

  try {
    return await run(lease);
  } finally {
    // Only while it is still ours. A store that fails here can't undo the work: the lease ends the lock.
    await locks.deleteIfEquals(key, owner).catch(() => false);
  }
}
