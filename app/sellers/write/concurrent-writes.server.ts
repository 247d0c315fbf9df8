import { isDeepStrictEqual } from "node:util";
import type { WriteLease } from "~/.server/backend/backend-call";
import { BackendError } from "~/.server/backend/backend-error";
import { isWeak } from "~/.server/backend/contract/seller-wire";
import { reportContradiction } from "~/.server/backend/report-contradiction";
import type { SellersApi } from "~/.server/backend/sellers-api";
import { isFullOrBusy } from "~/.server/db/errors";
import { Lease } from "~/.server/db/lease";
import { env } from "~/.server/env";
import { log } from "~/.server/log";
import { sha256 } from "~/.server/tokens";
import type { SellerRecord } from "~/domain/seller";

/**
 * Lets one process at a time read and write a seller, because a backend may have no ETags. If the
 * database is away, a person's write goes ahead and a job's fails (pending-write.server.ts).
 * @param mayHaveBeenSent a person's form is sent again after its first response was lost: the
 * record may show the change, so it is read even if the database is full or busy
 * @returns "busy" if others keep the lease for as long as a call may take
 */
export async function inSellerLease<T>(
  sellerId: string,
  { jobId, mayHaveBeenSent }: { jobId?: string; mayHaveBeenSent?: boolean },
  run: (lease?: WriteLease) => Promise<T>,
): Promise<T | "busy"> {
  const { BACKEND_TIMEOUT_MS: callMs } = env();
  // The lease lasts for two calls: one that reads and one that writes.
  const [leaseMs, waitMs] = [2 * callMs, callMs];
  const lease = await Lease.wait(`seller:${sha256(sellerId)}`, leaseMs, waitMs).catch((err: unknown) => {
    // A full or busy database can't record a new write, so don't start the write.
    if (jobId !== undefined || (isFullOrBusy(err) && !mayHaveBeenSent)) throw err;
    log().error({ err }, "a seller is written without a lease");
    return "unavailable" as const;
  });
  if (lease === "unavailable") return run();
  if (!lease) return "busy";
  try {
    return await run(lease);
  } finally {
    // A batch's next item is another seller, so nothing waits for the release, which never rejects.
    void lease.release();
  }
}

/**
 * Sends a write on condition that the seller is unchanged: by its ETag, or by reading it again if
 * the ETag is weak, which sellers-api.ts doesn't send. Without an ETag the lease must suffice. A
 * proxy that changes ETags causes a 412 for an unchanged seller: the write is then sent without it.
 * @throws BackendError 412 for a seller that has changed
 */
export async function ifUnchanged<T>(
  { get }: Pick<SellersApi, "get">,
  record: SellerRecord,
  send: (base: SellerRecord) => Promise<T>,
): Promise<T> {
  const { seller, raw, etag } = record;
  const isUnchanged = async () => isDeepStrictEqual((await get(seller.id)).raw, raw);
  if (etag !== undefined && isWeak(etag) && !(await isUnchanged())) {
    throw new BackendError("sellers", "status", { status: 412 });
  }
  try {
    return await send(record);
  } catch (error) {
    const isPreconditionFailed = error instanceof BackendError && error.kind === "status" && error.status === 412;
    if (!isPreconditionFailed || etag === undefined || !(await isUnchanged().catch(() => false))) throw error;
    reportContradiction("etag");
    return send({ ...record, etag: undefined });
  }
}
