import { z } from "zod";
import { env } from "~/.server/env";
import { sellerFilter } from "~/domain/local-filter";
import type { Seller } from "~/domain/seller";

/** A seller that was chosen on the list, as a job's item. */
export const chosenSeller = z.object({ id: z.string(), name: z.string().optional() });

/** The list's filter if all matching sellers were chosen: each must still match when it is written. */
export const listFilter = z
  .object({
    q: z.string(),
    status: z.enum(["active", "inactive"]).optional(),
    mpk: z.string().optional(),
    names: z.literal("none").optional(),
  })
  .optional();

export function stillMatches(filter: z.infer<typeof listFilter>, seller: Seller): boolean {
  if (!filter) return true;
  // Only the backend can tell what its own search finds.
  const matches = sellerFilter(env().SELLERS_SEARCH === "backend" ? { ...filter, q: "" } : filter);
  return !matches || matches(seller);
}
