import { createHash } from "node:crypto";

/** A person's subject, a backend's id or another text of any length as part of a store's key: SHA-256 in base64url. */
export function hashed(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
