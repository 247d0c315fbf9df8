import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from "jose";
import type { Adapter, AdapterPayload } from "oidc-provider";
import { JsonFile } from "./json-file";

type Entry = { payload: AdapterPayload; expiresAt?: number };

/** The provider's sessions, grants and tokens; on disk too, so that a restarted demo is signed in. */
export class ProviderStore {
  readonly #entries: Map<string, Entry>;
  readonly #file: JsonFile<[string, Entry][]>;

  constructor(directory: string | undefined) {
    this.#file = new JsonFile<[string, Entry][]>(directory && join(directory, "provider.json"), () => this.#live());
    this.#entries = new Map(this.#file.read() ?? []);
  }

  /** The adapter of one model, as oidc-provider wants it. */
  adapter = (model: string): Adapter => ({
    upsert: async (id, payload, expiresIn) => {
      const expiresAt = expiresIn === undefined ? undefined : Date.now() + expiresIn * 1000;
      this.#entries.set(`${model}:${id}`, { payload, expiresAt });
      this.#file.changed();
    },
    find: async (id) => this.#get(`${model}:${id}`)?.payload,
    findByUid: async (uid) => this.list(model).find(([, payload]) => payload.uid === uid)?.[1],
    findByUserCode: async () => undefined,
    consume: async (id) => {
      const entry = this.#get(`${model}:${id}`);
      if (entry) entry.payload.consumed = Math.floor(Date.now() / 1000);
      this.#file.changed();
    },
    destroy: async (id) => {
      this.#entries.delete(`${model}:${id}`);
      this.#file.changed();
    },
    revokeByGrantId: async (grantId) => this.#revoke(model, grantId),
  });

  /** Returns all stored entries of a model such as "Session", as `[id, payload]`. */
  list(model: string): [string, AdapterPayload][] {
    return this.#live()
      .filter(([key]) => key.startsWith(`${model}:`))
      .map(([key, { payload }]) => [key.slice(model.length + 1), payload]);
  }

  /** Deletes a grant and every token and code that came from it. */
  revokeGrant(grantId: string): void {
    for (const model of ["RefreshToken", "AuthorizationCode", "AccessToken"]) this.#revoke(model, grantId);
    this.#entries.delete(`Grant:${grantId}`);
    this.#file.changed();
  }

  flush(): void {
    this.#file.flush();
  }

  #revoke(model: string, grantId: string): void {
    for (const [id, payload] of this.list(model)) {
      if (payload.grantId === grantId) this.#entries.delete(`${model}:${id}`);
    }
    this.#file.changed();
  }

  #get(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    if (entry?.expiresAt === undefined || entry.expiresAt > Date.now()) return entry;
    this.#entries.delete(key);
    return undefined;
  }

  #live(): [string, Entry][] {
    return [...this.#entries].filter(([, { expiresAt }]) => expiresAt === undefined || expiresAt > Date.now());
  }
}

export type Keys = { signing: JWK; cookies: string[] };

/** Shared by the sandboxes without a folder, because making an RSA key takes 0.1 s. */
let unkept: Promise<Keys> | undefined;

/** Reads the provider's keys from the folder, or makes them and stores them there. */
export async function loadKeys(directory: string | undefined): Promise<Keys> {
  if (directory === undefined) {
    unkept ??= makeKeys();
    return unkept;
  }
  const file = new JsonFile<Keys>(join(directory, "keys.json"), () => keys);
  const stored = file.read();
  if (stored) return stored;
  const keys = await makeKeys();
  file.changed();
  file.flush();
  return keys;
}

async function makeKeys(): Promise<Keys> {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const jwk = await exportJWK(privateKey);
  const signing = { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: "RS256", use: "sig" };
  return { signing, cookies: [randomBytes(32).toString("hex")] };
}
