import { hkdfSync } from "node:crypto";
import { CompactEncrypt, compactDecrypt } from "jose";
import type { z } from "zod";
import { env } from "~/.server/env";
import { tellForeign, tellUnreadable } from "./unreadable";

/** The longest token that is made or looked into, in characters: the store's largest value. */
const MAX_TOKEN_CHARACTERS = 1024 * 1024;
/** Changing it makes everything ever sealed unreadable. */
const SALT = "panel-franczyzobiorcy";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

type UnsealOptions<T> = {
  purpose: string;
  /** What the content must look like: another release may have sealed another shape, which is told in the log. */
  schema: z.ZodType<T>;
};

export type Sealer = {
  seal(plaintext: object, options: { purpose: string }): Promise<string>;
  unseal<T>(token: unknown, options: UnsealOptions<T>): Promise<T | undefined>;
};

/**
 * Seals with keys derived by HKDF-SHA256 (RFC 5869) from each secret and the purpose: what was sealed for one
 * purpose opens for no other.
 * @param secrets the first seals, all open (rotation).
 */
export function createSealer(secrets: readonly string[]): Sealer {
  const derived = secrets.map((secret) => {
    const bytes = (info: string, length: number) => Buffer.from(hkdfSync("sha256", secret, SALT, info, length));
    return {
      /** Names the secret in a token's header and tells nothing about it. */
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

/** Purposes are a handful of constants, so what is remembered stays small. */
function remember<T>(make: (purpose: string) => T): (purpose: string) => T {
  const made = new Map<string, T>();
  return (purpose) => {
    const known = made.get(purpose);
    if (known !== undefined) return known;
    const value = make(purpose);
    made.set(purpose, value);
    return value;
  };
}

let known: Sealer | undefined;

function sealer(): Sealer {
  known ??= createSealer(env().SESSION_SECRET.map((secret) => secret.reveal()));
  return known;
}

/**
 * Encrypts and signs an object as a compact JWE (RFC 7516, `dir`, `A256GCM`) with the first SESSION_SECRET.
 * @throws RangeError when the token would have more than 1,048,576 characters.
 */
export function seal(plaintext: object, options: { purpose: string }): Promise<string> {
  return sealer().seal(plaintext, options);
}

/**
 * Opens what `seal` made for the same purpose with any SESSION_SECRET of today.
 * @returns `undefined` for anything else: tampered, foreign, oversized, not a string, not of the schema's shape.
 */
export function unseal<T>(token: unknown, options: UnsealOptions<T>): Promise<T | undefined> {
  return sealer().unseal(token, options);
}
