import type { Seller } from "~/domain/seller";

const KEY = "panel:recent:";
const MAX_RECENT = 5;

export type PaletteSeller = { id: string; name: string; email: string; mpk: string };

/** Returns the sellers opened in this tab, latest first. @param person `session.person` */
export function recentSellers(person = ""): PaletteSeller[] {
  return JSON.parse(sessionStorage.getItem(KEY + person) ?? "[]");
}

export function rememberSeller({ id, displayName: name, email, mpk }: Seller, person = ""): void {
  const others = recentSellers(person).filter((seller) => seller.id !== id);
  sessionStorage.setItem(KEY + person, JSON.stringify([{ id, name, email, mpk }, ...others].slice(0, MAX_RECENT)));
}
