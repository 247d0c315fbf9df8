import { createHash, randomBytes } from "node:crypto";

/** 128 random bits as base64url, 22 characters. */
export const uniqueToken = (): string => randomBytes(16).toString("base64url");

/** The shape of a `uniqueToken`, for ids from a URL or a form. */
export const TOKEN = /^[\w-]{22}$/;

/** SHA-256 in base64url: makes a text of any length a part of a store key. */
export function hashed(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
