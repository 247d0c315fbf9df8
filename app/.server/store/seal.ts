import { hkdfSync } from "node:crypto";
import { CompactEncrypt, compactDecrypt } from "jose";
import type { z } from "zod";
import { env } from "~/.server/env";
import { log } from "~/.server/log";

/** The largest value of the store, in characters. */
const MAX_TOKEN_CHARACTERS = 1024 * 1024;
/** Changing it makes everything ever sealed unreadable. */
const SALT = "panel-franczyzobiorcy";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

type UnsealOptions<T> = {
  purpose: string;
  /** Content of another shape is logged and counts as absent. */
  schema: z.ZodType<T>;
};

export type Sealer = {
  seal(plaintext: object, options: { purpose: string }): Promise<string>;
  unseal<T>(token: unknown, options: UnsealOptions<T>): Promise<T | undefined>;
};

/**
 * Derives a key from each secret and purpose by HKDF-SHA256 (RFC 5869), so a token opens for its purpose only.
 * @param secrets the first seals, all open (rotation).
 */
export function createSealer(secrets: readonly string[]): Sealer {
  const derived = secrets.map((secret) => {
    const bytes = (info: string, length: number) => Buffer.from(hkdfSync("sha256", secret, SALT, info, length));
    return {
      /** Key id in a token's header; reveals nothing about the secret. */
      id: bytes("key id", 9).toString("base64url"),
      sealingKey: remember((purpose) =>
        crypto.subtle.importKey("raw", bytes(`seal ${purpose}`, 32), "AES-GCM", false, ["encrypt", "decrypt"]),
      ),
    };
  });
  const [first] = derived;
  if (!first) throw new Error("A sealer needs a secret");

  return {
    async seal(plaintext, { purpose }) {
      const token = await new CompactEncrypt(encoder.encode(JSON.stringify(plaintext)))
        .setProtectedHeader({ alg: "dir", enc: "A256GCM", kid: first.id })
        .encrypt(await first.sealingKey(purpose));
      if (token.length > MAX_TOKEN_CHARACTERS) throw new RangeError(`Too large to seal: ${token.length} characters`);
      return token;
    },

    async unseal<T>(token: unknown, { purpose, schema }: UnsealOptions<T>) {
      if (typeof token !== "string" || token.length > MAX_TOKEN_CHARACTERS) return undefined;
      try {
        const { plaintext } = await compactDecrypt(
          token,
          ({ kid }) => {
            const secret = derived.find(({ id }) => id === kid);
            if (secret) return secret.sealingKey(purpose);
            tellForeign(purpose);
            throw new Error("Sealed with a secret that is not ours");
          },
          { keyManagementAlgorithms: ["dir"], contentEncryptionAlgorithms: ["A256GCM"] },
        );
        const content: unknown = JSON.parse(decoder.decode(plaintext));
        const read = schema.safeParse(content);
        if (!read.success) tellUnreadable(purpose);
        return read.data;
      } catch {
        return undefined;
      }
    },
  };
}

function remember<T>(make: (purpose: string) => T): (purpose: string) => T {
  const made = new Map<string, T>();
  return (purpose) => {
    const cached = made.get(purpose);
    if (cached !== undefined) return cached;
    const value = make(purpose);
    made.set(purpose, value);
    return value;
  };
}

let cachedSealer: Sealer | undefined;

function sealer(): Sealer {
  cachedSealer ??= createSealer(env().SESSION_SECRET.map((secret) => secret.reveal()));
  return cachedSealer;
}

/** Encrypts as a compact JWE (RFC 7516, `dir`, `A256GCM`). @throws RangeError over 1,048,576 characters */
export function seal(plaintext: object, options: { purpose: string }): Promise<string> {
  return sealer().seal(plaintext, options);
}

/** @returns `undefined` for a token that is tampered, foreign, oversized, or not of the schema's shape. */
export function unseal<T>(token: unknown, options: UnsealOptions<T>): Promise<T | undefined> {
  return sealer().unseal(token, options);
}

const loggedWarnings = new Set<string>();

/** Logs once per kind that another release wrote the record (docs/operations.md, "Upgrade and rollback"). */
export function tellUnreadable(kind: string): void {
  tellOnce(kind, "a record of another release can't be read and counts as absent");
}

/** Logs once per kind that the secret is unknown (docs/operations.md, "Secrets"). */
export function tellForeign(kind: string): void {
  tellOnce(kind, "what another SESSION_SECRET sealed can't be read and counts as absent");
}

function tellOnce(kind: string, words: string): void {
  const what = `${kind}: ${words}`;
  if (loggedWarnings.has(what)) return;
  loggedWarnings.add(what);
  log().warn({ kind }, words);
}
