import { createHash } from "node:crypto";
import type { SellersApi } from "~/.server/backend/sellers-api";
import type { NewSeller, Seller } from "~/domain/seller";

/** A fingerprint of what was sent, so that the text itself isn't stored. Backends like to write addresses in small letters. */
export function fingerprint({ displayName, email, mpk, firstName, surname }: NewSeller): string {
  const text = JSON.stringify([displayName, email.toLowerCase(), mpk, firstName ?? "", surname ?? ""]);
  return createHash("sha256").update(text).digest("base64url");
}

/** A seller with exactly these values, looked for by the e-mail address and then by the name. */
export async function findSame(sellers: Pick<SellersApi, "list">, input: NewSeller): Promise<Seller | undefined> {
  const sought = fingerprint(input);
  for (const q of [input.email, input.displayName]) {
    const page = await sellers.list({ q, sort: "displayName", page: 1, size: 100 });
    const found = page.sellers.find((seller) => fingerprint(seller) === sought);
    if (found) return found;
  }
  return undefined;
}
