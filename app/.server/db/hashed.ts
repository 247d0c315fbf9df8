import { createHash } from "node:crypto";

/** SHA-256 in base64url: makes a text of any length a part of a store key. */
export function hashed(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
