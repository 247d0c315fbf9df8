import { log } from "~/.server/log";
import { wasWithin } from "~/.server/was-within";
import {
  invalidateMetadata,
  PROVIDER_TIMEOUT_SECONDS,
  ProviderUnavailable,
  providerMetadata,
} from "./discovery.server";
import { providerFetch } from "./provider-fetch.server";

/** As long as openid-client itself would keep a key set. */
const FRESH_MS = 5 * 60 * 1000;
/** After a failed reading the older set is used for this long, in ms, before the next attempt. */
const RETRY_MS = 30_000;
/** The oldest set that is used, in ms: a key that the provider has withdrawn must not be trusted for ever. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000;

/** Tokens naming unknown keys make us read the key set again this many times in a row, then once per REFILL_MS. */
const BURST = 5;
const REFILL_MS = 15_000;

/**
 * Where a token came from: the provider's own answer, or a request that says it is the provider's (a logout token), which anybody may
 * make up. Each has an allowance of its own, so that what is made up keeps nobody from signing in with keys that were just rotated.
 */
type TokenFrom = "answer" | "request";

/** The provider's JWK set as it came, and when. */
export type ProviderKeys = { body: string; readAt: number };

let known: ProviderKeys | undefined;
/** When they were last read, or tried to, in ms since the epoch, and for how long they are used from there. */
let tried = { at: 0, usedMs: 0 };
let reading: Promise<ProviderKeys> | undefined;
const allowances = { answer: { tokens: BURST, at: 0 }, request: { tokens: BURST, at: 0 } };

/**
 * The provider's keys, from memory for five minutes, and for up to a day while they can't be read. Old keys do no harm: a token
 * signed with a newer one has them read again (`newerKeys`).
 * @throws ProviderUnavailable
 */
export async function providerKeys(): Promise<ProviderKeys> {
  if (known && wasWithin(tried.usedMs, tried.at)) return known;
  return read().catch((error: unknown) => {
    if (!known || Date.now() - known.readAt > MAX_AGE_MS) throw error;
    log().warn({ err: error }, "the keys read before are used");
    tried = { at: Date.now(), usedMs: RETRY_MS };
    return known;
  });
}

/**
 * The keys once more, for a token that those read at `readAt` can't verify: they may have been rotated since.
 * @returns `undefined` when there is nothing newer to be had: too many have asked lately from there.
 * @throws ProviderUnavailable
 */
export async function newerKeys(readAt: number, from: TokenFrom): Promise<ProviderKeys | undefined> {
  if (known && known.readAt !== readAt) return known;
  if (reading) return reading;
  return mayRefetch(from) ? read() : undefined;
}

function mayRefetch(from: TokenFrom): boolean {
  const now = Date.now();
  const { tokens: left, at } = allowances[from];
  const tokens = Math.min(BURST, left + Math.max(0, now - at) / REFILL_MS);
  allowances[from] = { tokens: tokens >= 1 ? tokens - 1 : tokens, at: now };
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
  const body = await keySetAt(jwks_uri).catch((error: unknown) => {
    invalidateMetadata();
    throw new ProviderUnavailable("The provider's keys can't be read", error);
  });
  known = { body, readAt: Date.now() };
  tried = { at: known.readAt, usedMs: FRESH_MS };
  return known;
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
