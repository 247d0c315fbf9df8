import { DatabaseFull } from "~/.server/db/errors";
import { Lease } from "~/.server/db/lease";
import { env } from "~/.server/env";
import { log } from "~/.server/log";
import { hashed } from "~/.server/tokens";

/**
 * Lets one process at a time read and write a seller, because a backend may have no ETags. If the
 * database is away, a person's write goes ahead and a job's fails (pending-write.server.ts).
 * @param maySettle reading the seller may show that an earlier write was made, so a full database
 * doesn't keep a person from it
 * @returns "busy" if others keep the lease for as long as a call may take
 */
export async function inSellerLease<T>(
  sellerId: string,
  { jobId, maySettle = false }: { jobId?: string; maySettle?: boolean },
  run: (hasLease: () => boolean) => Promise<T>,
): Promise<T | "busy"> {
  const { BACKEND_TIMEOUT_MS: callMs } = env();
  let lease: Lease | undefined;
  try {
    // Reading may take a call's time, and a write is only sent while a call's time is left.
    const [leaseMs, waitMs] = [2 * callMs, callMs];
    lease = await Lease.wait(`seller:${hashed(sellerId)}`, leaseMs, waitMs);
  } catch (err) {
    if (jobId !== undefined || (err instanceof DatabaseFull && !maySettle)) throw err;
    log().error({ err }, "a seller is written without a lease");
    return run(() => true);
  }
  if (!lease) return "busy";
  const held = lease;
  try {
    return await run(() => held.left > callMs);
  } finally {
    // A batch's next item is another seller, so it needn't wait. The release never rejects.
    void held.release();
  }
}
