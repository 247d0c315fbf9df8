import { useEffect } from "react";
import type { Seller } from "~/domain/seller";
import { useRootData } from "./root-data";

const KEY = "panel:recent:";
const MAX_SELLERS = 5;

export type RecentSeller = { id: string; name: string; email: string; mpk: string };

/** @returns the sellers whose pages the person opened in this tab, the latest first */
export function useRecentSellers(): RecentSeller[] {
  return read(keyOf(useRootData().session?.person));
}

/** To be called by a seller's page. */
export function useSellerOpened({ id, displayName: name, email, mpk }: Seller): void {
  const key = keyOf(useRootData().session?.person);
  useEffect(() => {
    const others = read(key).filter((seller) => seller.id !== id);
    try {
      sessionStorage.setItem(key, JSON.stringify([{ id, name, email, mpk }, ...others].slice(0, MAX_SELLERS)));
    } catch {
      // Storage may be forbidden or full.
    }
  }, [key, id, name, email, mpk]);
}

const keyOf = (person = "") => KEY + person;

function read(key: string): RecentSeller[] {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "[]");
  } catch {
    return [];
  }
}
