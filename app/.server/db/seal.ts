import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { z } from "zod";
import { env } from "~/.server/env";
import { log } from "~/.server/log";

/** Changing it makes everything ever sealed unreadable. */
const SALT = "panel-franczyzobiorcy";
const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** The id of the key (9 bytes) and the sealed bytes, as base64url. */
const SEALED = /^([\w-]{12})\.([\w-]+)$/;

type Key = { id: string; bytes: Buffer };

let derivedKeys: Key[] | undefined;

/** Keys derived by HKDF-SHA256 from SESSION_SECRET: the first encrypts, and each decrypts. */
function keys(): Key[] {
  derivedKeys ??= env().SESSION_SECRET.map((secret) => {
    const derive = (info: string, length: number) =>
      Buffer.from(hkdfSync("sha256", secret.reveal(), SALT, info, length));
    return { id: derive("key id", 9).toString("base64url"), bytes: derive("seal", 32) };
  });
  return derivedKeys;
}

/**
 * Seals by AES-256-GCM (docs/decisions/0021-one-sql-database.md).
 * @param place such as `draft:ID`. `unseal` needs the same place, so that a sealed text that was
 * copied into another row can't be read there
 */
export function seal(content: object, place: string): string {
  const [first] = keys() as [Key];
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, first.bytes, nonce).setAAD(Buffer.from(place));
  const encrypted = [cipher.update(JSON.stringify(content), "utf8"), cipher.final()];
  return `${first.id}.${Buffer.concat([nonce, ...encrypted, cipher.getAuthTag()]).toString("base64url")}`;
}

/** @returns undefined for a text that was changed, or has another place, secret or shape */
export function unseal<T>(sealed: unknown, place: string, schema: z.ZodType<T>): T | undefined {
  const [, id, text = ""] = (typeof sealed === "string" && SEALED.exec(sealed)) || [];
  if (!id) return undefined;
  const key = keys().find((candidate) => candidate.id === id);
  if (!key) {
    warnOnce(place, "what another SESSION_SECRET sealed can't be read and counts as absent");
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

/** Warns of a record that can't be parsed. Stores that don't seal their records call it, too. */
export function warnUnreadable(place: string): void {
  warnOnce(place, "a record of another release can't be read and counts as absent");
}

const loggedWarnings = new Set<string>();

/** Logs a message once per kind of record. */
function warnOnce(place: string, message: string): void {
  const [kind] = place.split(":", 1);
  if (loggedWarnings.has(`${kind}: ${message}`)) return;
  loggedWarnings.add(`${kind}: ${message}`);
  log().warn({ kind }, message);
}
