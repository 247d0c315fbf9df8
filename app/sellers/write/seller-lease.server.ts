import { DatabaseFull } from "~/.server/db/errors";
import { Lease } from "~/.server/db/lease";
import { env } from "~/.server/env";
import { log } from "~/.server/log";
import { hashed } from "~/.server/tokens";

/**
 * Lets one process at a time read and write a seller, because a backend may have no ETags. If the
 * database is away, a person's write goes ahead and a job's fails (pending-write.server.ts).
 * @param maySettle lets a person read the seller despite a full database, because the record may
 * show that an earlier write was made
 * @returns "busy" if others keep the lease for as long as a call may take
 */
export async function inSellerLease<T>(
  sellerId: string,
  { jobId, maySettle }: { jobId?: string; maySettle?: boolean },
  run: (hasLease: () => boolean) => Promise<T>,
): Promise<T | "busy"> {
  const { BACKEND_TIMEOUT_MS: callMs } = env();
  // Reading may take a call's time, and a write is only sent while a call's time is left.
  const [leaseMs, waitMs] = [2 * callMs, callMs];
  const lease = await Lease.wait(`seller:${hashed(sellerId)}`, leaseMs, waitMs).catch((err: unknown) => {
    if (jobId !== undefined || (err instanceof DatabaseFull && !maySettle)) throw err;
    log().error({ err }, "a seller is written without a lease");
    return "unavailable" as const;
  });
  if (lease === "unavailable") return run(() => true);
  if (!lease) return "busy";
  try {
    return await run(() => lease.left > callMs);
  } finally {
    // A batch's next item is another seller, so nothing waits for the release, which never rejects.
    void lease.release();
  }
}
