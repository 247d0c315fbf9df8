import { optional } from "~/.server/backend/optional";
import type { SellersApi } from "~/.server/backend/sellers-api";
import { isFilteredByDate, type SellerQuery } from "~/domain/query";
import type { SellerPage } from "~/domain/seller";

export type StatusCounts = { all: number; active: number; inactive: number };

/** Null when the second call fails, or would have to look through many pages. */
export async function countByStatus(
  sellers: Pick<SellersApi, "list">,
  { selection, status, ...query }: SellerQuery,
  { total, isDatedOnly }: SellerPage,
): Promise<StatusCounts | null> {
  if (query.mpk || query.names || query.same || isFilteredByDate(query) || isDatedOnly) return null;
  const other = await optional(
    sellers.list({ ...query, ...(status ? {} : { status: "active" }), sort: "displayName", page: 1, size: 1 }),
  );
  if (!other || other.scannedCount !== undefined) return null;
  const [all, some] = status ? [other.total, total] : [total, other.total];
  // A seller may come or go between the two answers.
  const others = Math.max(0, all - some);
  return status === "inactive" ? { all, active: others, inactive: some } : { all, active: some, inactive: others };
}
