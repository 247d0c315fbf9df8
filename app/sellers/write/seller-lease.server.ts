import { Lease } from "~/.server/db/lease";
import { env } from "~/.server/env";
import { log } from "~/.server/log";
import { hashed } from "~/.server/tokens";

/**
 * One process reads and writes a seller at a time, because backends need not have ETags. Without
 * the store a person's write goes on and a job's doesn't, as for the history. "busy": no lease.
 */
export async function inSellerLease<T>(
  sellerId: string,
  { jobId }: { jobId?: string },
  run: (hasLease: () => boolean) => Promise<T>,
): Promise<T | "busy"> {
  const { BACKEND_TIMEOUT_MS: callMs } = env();
  let lease: Lease | undefined;
  try {
    lease = await Lease.wait(`seller:${hashed(sellerId)}`, 2 * callMs, callMs);
  } catch (err) {
    if (jobId !== undefined) throw err;
    log().error({ err }, "a seller is written without a lease");
    return run(() => true);
  }
  if (!lease) return "busy";
  try {
    return await run(timeFor(lease, callMs));
  } finally {
    // Not awaited, because a batch's next item is another seller; it never rejects.
    void lease.release();
  }
}

const timeFor = (lease: Lease, ms: number) => () => lease.left > ms;
