import {
  invalidateMetadata,
  PROVIDER_TIMEOUT_SECONDS,
  ProviderUnavailable,
  providerMetadata,
} from "./discovery.server";
import { ProviderDocument } from "./provider-document.server";
import { providerFetch } from "./provider-fetch.server";

/** How long keys are used before they are read again: the same as in openid-client. */
const FRESH_MS = 5 * 60 * 1000;
/** How old keys may get while reading fails. The provider may have withdrawn an older key. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000;

/* Rate limit (token bucket) for reading the keys again when a token's key is unknown. */
const BURST = 5;
const REFILL_MS = 15_000;

/** `answer`: from the provider's response. `request`: a logout token, which anybody can send. */
export type TokenSource = "answer" | "request";

export type ProviderKeys = { body: string; readAt: number };

/** Unlike jose's createRemoteJWKSet, ProviderDocument returns the old keys while reading fails. */
const keySet = new ProviderDocument({ name: "the key set", read, freshMs: FRESH_MS, maxAgeMs: MAX_AGE_MS });
/** Two buckets: forged logout tokens must not use up the reads that sign-ins need. */
const buckets = { answer: { reads: BURST, at: 0 }, request: { reads: BURST, at: 0 } };

export function providerKeys(): Promise<ProviderKeys> {
  return keySet.get();
}

/** Returns keys that were read after `readAt`, or undefined when the rate limit is reached. */
export async function newerKeys(readAt: number, source: TokenSource): Promise<ProviderKeys | undefined> {
  const { latest } = keySet;
  if (latest && latest.readAt !== readAt) return latest;
  // Sharing a read that is already running costs nothing.
  return keySet.isBeingRead || takeFromBucket(source) ? keySet.read() : undefined;
}

function takeFromBucket(source: TokenSource): boolean {
  const now = Date.now();
  const { reads, at } = buckets[source];
  const refilled = Math.min(BURST, reads + Math.max(0, now - at) / REFILL_MS);
  const isAllowed = refilled >= 1;
  buckets[source] = { reads: isAllowed ? refilled - 1 : refilled, at: now };
  return isAllowed;
}

async function read(): Promise<ProviderKeys> {
  const { jwks_uri } = await providerMetadata();
  const body = await keySetAt(jwks_uri).catch((error: unknown) => {
    // The discovery document is read again, too: the keys may have moved to another address.
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
