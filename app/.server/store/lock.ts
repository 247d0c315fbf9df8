import { attempts, claim, uniqueToken } from "./claim";

const PAUSES = { minPauseMs: 20, maxPauseMs: 250 };

type LockOptions = {
  /** Must exceed the longest possible work, in case the holder dies. */
  leaseMs: number;
  waitMs: number;
};

export class LockBusy extends Error {
  constructor(name: string) {
    super(`The lock ${name} is taken`);
    this.name = "LockBusy";
  }
}

/** @throws LockBusy */
export async function withLock<T>(name: string, { leaseMs, waitMs }: LockOptions, run: () => Promise<T>): Promise<T> {
  for await (const _attempt of attempts({ waitMs, ...PAUSES })) {
    const claimed = await claim(`lock:${name}`, uniqueToken(), leaseMs, { reserve: "last" });
    if (!claimed) continue;
    try {
      return await run();
    } finally {
      await claimed.release();
    }
  }
  throw new LockBusy(name);
}
