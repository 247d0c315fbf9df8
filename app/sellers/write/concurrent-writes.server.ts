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
 * Lets one process at a time read and write a seller: a backend without ETags can't refuse the
 * second of two writes. If the database is unavailable, a person's write runs without a lease, and
 * a job's write fails.
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
    // A full or busy database can't store the history entry, so a new write fails here. After an
    // earlier request `run` must still read whether that request made the change.
    if (jobId !== undefined || (isFullOrBusy(err) && !mayHaveBeenSent)) throw err;
    log().error({ err }, "a seller is written without a lease");
    return "unavailable" as const;
  });
  if (lease === "unavailable") return run();
  if (!lease) return "busy";
  try {
    return await run(lease);
  } finally {
    // Not awaited: `release` never rejects, and a batch's next item is another seller.
    void lease.release();
  }
}

/**
 * Without an ETag only the seller's lease keeps `send` from overwriting another change.
 * @throws BackendError 412 if the seller has an ETag and has changed since `record` was read
 */
export async function ifUnchanged<T>(
  { get }: Pick<SellersApi, "get">,
  record: SellerRecord,
  send: (base: SellerRecord) => Promise<T>,
): Promise<T> {
  const { seller, raw, etag } = record;
  const isUnchanged = async () => isDeepStrictEqual((await get(seller.id)).raw, raw);
  // A weak ETag never matches If-Match (RFC 9110 §13.1.1), so the whole record is compared.
  if (etag !== undefined && isWeak(etag) && !(await isUnchanged())) {
    throw new BackendError("sellers", "status", { status: 412 });
  }
  try {
    return await send(record);
  } catch (error) {
    const isPreconditionFailed = error instanceof BackendError && error.kind === "status" && error.status === 412;
    if (!isPreconditionFailed || etag === undefined || !(await isUnchanged().catch(() => false))) throw error;
    // A 412 for an unchanged seller: a proxy changes ETags. Sends the write again without its ETag.
    reportContradiction("etag");
    return send({ ...record, etag: undefined });
  }
}
