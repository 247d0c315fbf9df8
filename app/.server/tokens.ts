import { createHash, randomBytes } from "node:crypto";

export const uniqueToken = (): string => randomBytes(16).toString("base64url");

/** Matches a `uniqueToken`; used for ids from a URL or a form. */
export const TOKEN = /^[\w-]{22}$/;

/** Makes a short database key of a text of any length, such as a seller's id. */
export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
