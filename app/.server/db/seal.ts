import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { z } from "zod";
import { env } from "~/.server/env";
import { log } from "~/.server/log";

/** Changing it makes everything ever sealed unreadable. */
const SALT = "panel-franczyzobiorcy";
const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const SEALED = /^([\w-]{12})\.([\w-]+)$/;

export type Sealer = ReturnType<typeof createSealer>;

/**
 * AES-256-GCM with a key derived by HKDF-SHA256 (docs/decisions/0021-one-sql-database.md).
 * @param secrets the first seals, all open (rotation).
 */
export function createSealer(secrets: readonly string[]) {
  const keys = secrets.map((secret) => {
    const derive = (info: string, length: number) => Buffer.from(hkdfSync("sha256", secret, SALT, info, length));
    return {
      id: derive("key id", 9).toString("base64url"),
      bytes: derive("seal", 32),
    };
  });
  const [first] = keys;
  if (!first) throw new Error("A sealer needs a secret");
  const loggedWarnings = new Set<string>();

  function warnOnce(place: string, message: string): void {
    const kind = place.split(":", 1)[0] as string;
    const warning = `${kind}: ${message}`;
    if (loggedWarnings.has(warning)) return;
    loggedWarnings.add(warning);
    log().warn({ kind }, message);
  }

  function warnUnreadable(place: string): void {
    warnOnce(place, "a record of another release can't be read and counts as absent");
  }

  return {
    warnUnreadable,

    seal(content: object, place: string): string {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, first.bytes, nonce).setAAD(Buffer.from(place));
      const encrypted = [cipher.update(JSON.stringify(content), "utf8"), cipher.final()];
      return `${first.id}.${Buffer.concat([nonce, ...encrypted, cipher.getAuthTag()]).toString("base64url")}`;
    },

    unseal<T>(sealed: unknown, place: string, schema: z.ZodType<T>): T | undefined {
      const [, id, text = ""] = (typeof sealed === "string" && SEALED.exec(sealed)) || [];
      if (!id) return undefined;
      const key = keys.find((one) => one.id === id);
      if (!key) {
        warnOnce(place, "what another SESSION_SECRET sealed can't be read and counts as absent");
        return undefined;
      }
      try {
        const bytes = Buffer.from(text, "base64url");
        const nonce = bytes.subarray(0, NONCE_BYTES);
        const decipher = createDecipheriv(CIPHER, key.bytes, nonce);
        decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(-TAG_BYTES));
        const decrypted = [decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()];
        const content = schema.safeParse(JSON.parse(Buffer.concat(decrypted).toString("utf8")));
        if (!content.success) warnUnreadable(place);
        return content.data;
      } catch {
        return undefined;
      }
    },
  };
}

let processSealer: Sealer | undefined;

function sealer(): Sealer {
  processSealer ??= createSealer(env().SESSION_SECRET.map((secret) => secret.reveal()));
  return processSealer;
}

/** @param place `kind:key` of a row, or a field's name: the sealed text opens nowhere else. */
export function seal(content: object, place: string): string {
  return sealer().seal(content, place);
}

/** @returns `undefined` if tampered with, of another place or secret, or of another shape. */
export function unseal<T>(sealed: unknown, place: string, schema: z.ZodType<T>): T | undefined {
  return sealer().unseal(sealed, place, schema);
}

/** Logs once per kind that another release wrote the record. */
export function warnUnreadable(place: string): void {
  sealer().warnUnreadable(place);
}
