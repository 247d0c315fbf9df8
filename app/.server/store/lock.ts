import { attempts, claim, uniqueToken } from "./claim";

const PAUSES = { minPauseMs: 20, maxPauseMs: 250 };

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
  for await (const _attempt of attempts({ waitMs, ...PAUSES })) {
    const lease = AbortSignal.timeout(leaseMs); // counted from before the store starts counting, so never longer than it
    // Tiny and soon gone: whether there is room is for what is done under it.
    const held = await claim(`lock:${name}`, uniqueToken(), leaseMs, { lastRoom: true });
    if (!held) continue;
    try {
      return await run(lease);
    } finally {
      await held.release();
    }
  }
  throw new LockBusy(name);
}
