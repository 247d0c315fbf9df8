import { codeKey } from "./clean-text";
import type { Seller } from "./seller";
import type { UniqueField } from "./seller-fields";

/**
 * The sellers who share the field's value with another one of them, side by side, in the order of
 * the first of each group. An empty value is shared by nobody.
 */
export function* sellersWithSame(field: UniqueField, sellers: readonly Seller[]): Generator<void, Seller[]> {
  const groups = new Map<string, Seller[]>();
  for (const [at, seller] of sellers.entries()) {
    if (at % 64 === 0) yield;
    const key = codeKey(seller[field]);
    const group = groups.get(key);
    if (group) group.push(seller);
    else if (key) groups.set(key, [seller]);
  }
  return [...groups.values()].filter((group) => group.length > 1).flat();
}
