import type { Seller } from "~/domain/seller";
import { isHidden } from "./backend-error";
import type { SellersApi } from "./sellers-api";

const CONCURRENT_GETS = 6;

/** Leaves out hidden sellers, in the order of answers. @throws BackendError as soon as one fails */
export async function readSellers(get: SellersApi["get"], ids: readonly string[]): Promise<Seller[]> {
  const open = [...ids];
  const sellers: Seller[] = [];
  const getNext = async () => {
    for (let id = open.shift(); id !== undefined; id = open.shift()) {
      try {
        sellers.push((await get(id)).seller);
      } catch (error) {
        if (isHidden(error)) continue;
        open.length = 0;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_GETS }, getNext));
  return sellers;
}
