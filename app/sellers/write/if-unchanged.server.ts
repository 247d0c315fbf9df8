import { isDeepStrictEqual } from "node:util";
import { BackendError } from "~/.server/backend/backend-error";
import { isWeak } from "~/.server/backend/contract/seller-wire";
import { reportContradiction } from "~/.server/backend/report-contradiction";
import type { SellersApi } from "~/.server/backend/sellers-api";
import type { SellerRecord } from "~/domain/seller";

/**
 * Sends a write on condition that the seller is unchanged: by its ETag, or by reading it again if
 * the ETag is weak and can't be sent. Without an ETag the seller's lease must suffice. A proxy that
 * changes ETags causes a 412 for an unchanged seller: the write is then sent again without an ETag.
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
