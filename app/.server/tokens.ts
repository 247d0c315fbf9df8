import { createHash, randomBytes } from "node:crypto";

/** 128 random bits as base64url, 22 characters. */
export const uniqueToken = (): string => randomBytes(16).toString("base64url");

/** The shape of a `uniqueToken`, for ids from a URL or a form. */
export const TOKEN = /^[\w-]{22}$/;

/** In base64url. Makes a text of any length, such as a seller's id, a short key of the database. */
export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
