import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { z } from "zod";
import { env } from "~/.server/env";
import { log } from "~/.server/log";

/** Never change it: all sealed columns would become unreadable. */
const SALT = "panel-franczyzobiorcy";
const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** The key's id (9 bytes), a dot, and the encrypted bytes, in base64url. */
const SEALED = /^([\w-]{12})\.([\w-]+)$/;

type Key = { id: string; bytes: Buffer };

let derivedKeys: Key[] | undefined;

/** One key per secret in SESSION_SECRET. The first key encrypts; all keys decrypt. */
function keys(): Key[] {
  derivedKeys ??= env().SESSION_SECRET.map((secret) => {
    const derive = (info: string, length: number) =>
      Buffer.from(hkdfSync("sha256", secret.reveal(), SALT, info, length));
    return { id: derive("key id", 9).toString("base64url"), bytes: derive("seal", 32) };
  });
  return derivedKeys;
}

/**
 * Encrypts `content` for `place`, which usually names a row (`draft:ID`). Copied to another row,
 * the sealed text is unreadable.
 */
export function seal(content: object, place: string): string {
  const [first] = keys() as [Key];
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, first.bytes, nonce).setAAD(Buffer.from(place));
  const encrypted = [cipher.update(JSON.stringify(content), "utf8"), cipher.final()];
  return `${first.id}.${Buffer.concat([nonce, ...encrypted, cipher.getAuthTag()]).toString("base64url")}`;
}

/** @returns undefined for a changed text, another place, an unknown secret or another schema */
export function unseal<T>(sealed: unknown, place: string, schema: z.ZodType<T>): T | undefined {
  const [, id, text = ""] = (typeof sealed === "string" && SEALED.exec(sealed)) || [];
  if (!id) return undefined;
  const key = keys().find((candidate) => candidate.id === id);
  if (!key) {
    warnOnce(place, "a record sealed with another SESSION_SECRET can't be read and counts as absent");
    return undefined;
  }
  try {
    const bytes = Buffer.from(text, "base64url");
    const decipher = createDecipheriv(CIPHER, key.bytes, bytes.subarray(0, NONCE_BYTES));
    decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(-TAG_BYTES));
    const decrypted = [decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()];
    const content = schema.safeParse(JSON.parse(Buffer.concat(decrypted).toString("utf8")));
    if (!content.success) warnUnreadable(place);
    return content.data;
  } catch {
    return undefined;
  }
}

export function warnUnreadable(place: string): void {
  warnOnce(place, "a record of another release can't be read and counts as absent");
}

const loggedWarnings = new Set<string>();

function warnOnce(place: string, message: string): void {
  const [kind] = place.split(":", 1);
  if (loggedWarnings.has(`${kind}: ${message}`)) return;
  loggedWarnings.add(`${kind}: ${message}`);
  log().warn({ kind }, message);
}
