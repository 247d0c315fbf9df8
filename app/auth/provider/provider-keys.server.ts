import { PROVIDER_TIMEOUT_SECONDS, providerMetadata } from "./discovery.server";
import { providerFetch } from "./provider-fetch.server";

/** As long as openid-client itself would keep a key set. */
const FRESH_MS = 5 * 60 * 1000;

/** Tokens naming unknown keys make us read the key set again this many times in a row, then once per REFILL_MS. */
const BURST = 5;
const REFILL_MS = 15_000;

/** The provider's JWK set as it came, and when. */
export type ProviderKeys = { body: string; readAt: number };

let known: ProviderKeys | undefined;
let reading: Promise<ProviderKeys> | undefined;
let allowance = { tokens: BURST, at: 0 };

/** The provider's keys, from memory for five minutes. */
export async function providerKeys(): Promise<ProviderKeys> {
  if (known && Date.now() - known.readAt < FRESH_MS) return known;
  return read();
}

/**
 * The keys once more, for a token that those read at `readAt` can't verify: they may have been rotated since.
 * @returns `undefined` when there is nothing newer to be had: too many have asked lately.
 */
export async function newerKeys(readAt: number): Promise<ProviderKeys | undefined> {
  if (known && known.readAt > readAt) return known;
  if (reading) return reading;
  return mayRefetch() ? read() : undefined;
}

function mayRefetch(): boolean {
  const now = Date.now();
  const tokens = Math.min(BURST, allowance.tokens + (now - allowance.at) / REFILL_MS);
  allowance = { tokens: tokens >= 1 ? tokens - 1 : tokens, at: now };
  return tokens >= 1;
}

function read(): Promise<ProviderKeys> {
  reading ??= fetchKeys().finally(() => {
    reading = undefined;
  });
  return reading;
}

async function fetchKeys(): Promise<ProviderKeys> {
  const { jwks_uri } = await providerMetadata();
  const response = await providerFetch(jwks_uri, {
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
  known = { body, readAt: Date.now() };
  return known;
}
