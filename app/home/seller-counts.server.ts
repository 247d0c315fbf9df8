import { type Optional, optional } from "~/.server/backend/optional";
import type { SellersApi } from "~/.server/backend/sellers-api";
import type { SellerCounts } from "./share-of-active";

/**
 * How many sellers there are, from the totals of two lists of one row; not known when the backend refuses or doesn't
 * say, because the pages that show these numbers are as useful without them.
 */
export function countSellers(sellers: Pick<SellersApi, "list">): Promise<Optional<SellerCounts>> {
  return optional(count(sellers));
}

async function count(sellers: Pick<SellersApi, "list">): Promise<SellerCounts> {
  const query = { q: "", sort: "displayName", page: 1, size: 1 } as const;
  const [all, active] = await Promise.all([sellers.list(query), sellers.list({ ...query, status: "active" })]);
  // A seller may come or go between the two answers.
  return { all: all.total, active: active.total, inactive: Math.max(0, all.total - active.total) };
}
