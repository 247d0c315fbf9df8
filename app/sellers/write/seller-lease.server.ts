import { env } from "~/.server/env";
import { log } from "~/.server/log";
import { attempts } from "~/.server/store/claim";
import { hashed } from "~/.server/store/hashed";
import { Lease } from "~/.server/store/lease";
import type { WriteNote } from "./write-seller.server";

const PAUSES = { minPauseMs: 15, maxPauseMs: 150 };

/**
 * One process reads and writes a seller at a time, because backends need not have ETags. Without
 * the store a person's write goes on and a job's doesn't, as for the history. "busy": no lease.
 */
export async function inSellerLease<T>(
  sellerId: string,
  { jobId }: Pick<WriteNote, "jobId">,
  run: (hasLease: () => boolean) => Promise<T>,
): Promise<T | "busy"> {
  const { BACKEND_TIMEOUT_MS: callMs } = env();
  const name = `seller:${hashed(sellerId)}`;
  for await (const _attempt of attempts({ waitMs: callMs, ...PAUSES })) {
    let lease: Lease | undefined;
    try {
      lease = await Lease.take(name, 2 * callMs, { reserve: "last" });
    } catch (err) {
      if (jobId !== undefined) throw err;
      log().error({ err }, "a seller is written without a lease");
      return await run(() => true);
    }
    if (!lease) continue;
    try {
      return await run(timeFor(lease, callMs));
    } finally {
      // Not awaited, because a batch's next item is another seller; it never rejects.
      void lease.release();
    }
  }
  return "busy";
}

const timeFor = (lease: Lease, ms: number) => () => lease.left > ms;
