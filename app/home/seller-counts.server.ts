import type { SellersApi } from "~/.server/backend/sellers-api";
import type { SellerCounts } from "./seller-counts";

/**
 * How many sellers there are, from the totals of two lists of one row; null when the backend can't say, because the
 * pages that show these numbers are as useful without them.
 */
export async function countSellers(sellers: Pick<SellersApi, "list">): Promise<SellerCounts | null> {
  const query = { q: "", sort: "displayName", page: 1, size: 1 } as const;
  try {
    const [all, active] = await Promise.all([sellers.list(query), sellers.list({ ...query, status: "active" })]);
    // A seller may come or go between the two answers.
    return { all: all.total, active: active.total, inactive: Math.max(0, all.total - active.total) };
  } catch {
    return null;
  }
}
