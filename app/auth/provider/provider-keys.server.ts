import {
  invalidateMetadata,
  PROVIDER_TIMEOUT_SECONDS,
  ProviderUnavailable,
  providerMetadata,
} from "./discovery.server";
import { ProviderDocument } from "./provider-document.server";
import { providerFetch } from "./provider-fetch.server";

/** openid-client has the same. */
const FRESH_MS = 5 * 60 * 1000;
/** The provider may have withdrawn a key. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000;

/** Tokens with unknown keys reload the set this many times in a row, then once per REFILL_MS. */
const BURST = 5;
const REFILL_MS = 15_000;

/** Whether a token came in the provider's answer, or in a request to us: a logout token. */
type TokenFrom = "answer" | "request";

export type ProviderKeys = { body: string; readAt: number };

const keySet = new ProviderDocument({ name: "the key set", read, freshMs: FRESH_MS, maxAgeMs: MAX_AGE_MS });
/** Forged logout tokens must not block sign-ins after a key rotation. */
const allowances = { answer: { left: BURST, at: 0 }, request: { left: BURST, at: 0 } };

/** Cached keys are used for up to a day while reading fails. @throws ProviderUnavailable */
export function providerKeys(): Promise<ProviderKeys> {
  return keySet.get();
}

/** @returns undefined when the allowance is used up. @throws ProviderUnavailable */
export async function newerKeys(readAt: number, from: TokenFrom): Promise<ProviderKeys | undefined> {
  const { latest } = keySet;
  if (latest && latest.readAt !== readAt) return latest;
  return keySet.isBeingRead || mayRefetch(from) ? keySet.read() : undefined;
}

function mayRefetch(from: TokenFrom): boolean {
  const now = Date.now();
  const { left: before, at } = allowances[from];
  const left = Math.min(BURST, before + Math.max(0, now - at) / REFILL_MS);
  allowances[from] = { left: left >= 1 ? left - 1 : left, at: now };
  return left >= 1;
}

async function read(): Promise<ProviderKeys> {
  const { jwks_uri } = await providerMetadata();
  const body = await keySetAt(jwks_uri).catch((error: unknown) => {
    // The keys may have moved to another address.
    invalidateMetadata();
    throw new ProviderUnavailable("The provider's keys can't be read", error);
  });
  return { body, readAt: Date.now() };
}

async function keySetAt(url: string): Promise<string> {
  const response = await providerFetch(url, {
    method: "GET",
    headers: { accept: "application/json, application/jwk-set+json" },
    redirect: "manual",
    body: undefined,
    signal: AbortSignal.timeout(PROVIDER_TIMEOUT_SECONDS * 1000),
  });
  if (response.status !== 200) throw new TypeError(`The key set answered ${response.status}`);
  const body = await response.text();
  const set: unknown = JSON.parse(body);
  if (!Array.isArray((set as { keys?: unknown } | null)?.keys)) throw new TypeError("The key set has no keys");
  return body;
}
