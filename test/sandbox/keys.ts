import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from "jose";
import { JsonFile } from "./json-file";

export type Keys = { signing: JWK; cookies: string[] };

/** The provider's keys: made once, then kept in the directory. */
export async function loadKeys(directory: string | undefined): Promise<Keys> {
  const file = new JsonFile<Keys>(directory && join(directory, "keys.json"), () => keys);
  const kept = file.read();
  if (kept) return kept;
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const jwk = await exportJWK(privateKey);
  const signing = { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: "RS256", use: "sig" };
  const keys: Keys = { signing, cookies: [randomBytes(32).toString("hex")] };
  file.changed();
  file.flush();
  return keys;
}
