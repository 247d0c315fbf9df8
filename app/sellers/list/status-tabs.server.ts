import { optional } from "~/.server/backend/optional";
import type { SellersApi } from "~/.server/backend/sellers-api";
import { isFilteredByDate, type SellerQuery } from "~/domain/query";
import type { SellerPage } from "~/domain/seller";

export type StatusCounts = { all: number; active: number; inactive: number };

/**
 * Counts by the list's total and the total of a second list: all sellers, or the active ones.
 * @returns null if the second list fails or the app filters, which reads many pages; also if a
 * total leaves sellers out (`isDatedOnly`, `scannedCount`)
 */
export async function countByStatus(
  sellers: Pick<SellersApi, "list">,
  { status, ...query }: SellerQuery,
  { total, isDatedOnly }: SellerPage,
): Promise<StatusCounts | null> {
  if (query.mpk || query.names || query.same || isFilteredByDate(query) || isDatedOnly) return null;
  const second = await optional(
    sellers.list({ ...query, ...(status ? {} : { status: "active" }), sort: "displayName", page: 1, size: 1 }),
  );
  if (!second || second.scannedCount !== undefined) return null;
  const [all, ofOneStatus] = status ? [second.total, total] : [total, second.total];
  // A seller may be added or disappear between the two answers.
  const others = Math.max(0, all - ofOneStatus);
  return status === "inactive"
    ? { all, active: others, inactive: ofOneStatus }
    : { all, active: ofOneStatus, inactive: others };
}
