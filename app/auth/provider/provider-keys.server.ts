import {
  invalidateMetadata,
  PROVIDER_TIMEOUT_SECONDS,
  ProviderUnavailable,
  providerMetadata,
} from "./discovery.server";
import { ProviderDocument } from "./provider-document.server";
import { providerFetch } from "./provider-fetch.server";

/** openid-client caches keys for the same time. */
const FRESH_MS = 5 * 60 * 1000;
/** The provider may have withdrawn a key. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000;

/** Tokens with unknown keys reload the set this many times in a row, then once per REFILL_MS. */
const BURST = 5;
const REFILL_MS = 15_000;

/** Whether a token came in the provider's answer, or in a request to us: a logout token. */
export type TokenSource = "answer" | "request";

export type ProviderKeys = { body: string; readAt: number };

/** Replaces jose's createRemoteJWKSet, which serves no old keys while reading them fails. */
const keySet = new ProviderDocument({ name: "the key set", read, freshMs: FRESH_MS, maxAgeMs: MAX_AGE_MS });
/** Forged logout tokens must not use up the reads that sign-ins need after a key rotation. */
const allowances = { answer: { left: BURST, at: 0 }, request: { left: BURST, at: 0 } };

/** Cached keys are used for up to a day while reading fails. @throws ProviderUnavailable */
export function providerKeys(): Promise<ProviderKeys> {
  return keySet.get();
}

/**
 * Returns newer keys than those read at `readAt`, for a token that those keys don't verify.
 * @returns undefined when the allowance is used up. @throws ProviderUnavailable
 */
export async function newerKeys(readAt: number, source: TokenSource): Promise<ProviderKeys | undefined> {
  const { latest } = keySet;
  if (latest && latest.readAt !== readAt) return latest;
  // A read that is already under way is shared, and takes no allowance.
  return keySet.isBeingRead || takeAllowance(source) ? keySet.read() : undefined;
}

function takeAllowance(source: TokenSource): boolean {
  const now = Date.now();
  const { left, at } = allowances[source];
  const refilled = Math.min(BURST, left + Math.max(0, now - at) / REFILL_MS);
  const isAllowed = refilled >= 1;
  allowances[source] = { left: isAllowed ? refilled - 1 : refilled, at: now };
  return isAllowed;
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
