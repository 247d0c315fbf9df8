import { isRecent } from "~/.server/is-recent";
import { log } from "~/.server/log";
import {
  invalidateMetadata,
  PROVIDER_TIMEOUT_SECONDS,
  ProviderUnavailable,
  providerMetadata,
} from "./discovery.server";
import { providerFetch } from "./provider-fetch.server";

/** How long a key set is used, in ms; the same as in openid-client. */
const FRESH_MS = 5 * 60 * 1000;
/** How long the older set is used after a failed read, in ms. */
const RETRY_MS = 30_000;
/** Maximum age of a set, in ms, because the provider may have withdrawn a key. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000;

/** Tokens with unknown keys reload the set this many times in a row, then once per REFILL_MS. */
const BURST = 5;
const REFILL_MS = 15_000;

/**
 * A token comes from the provider's answer, or from a request that anybody can forge (a logout token). Each has its own
 * allowance, so that forged tokens can't block sign-ins right after a key rotation.
 */
type TokenFrom = "answer" | "request";

/** The provider's JWK set as text. */
export type ProviderKeys = { body: string; readAt: number };

let known: ProviderKeys | undefined;
/** The last attempt to read the keys, in ms since the epoch, and how long they are used from then on. */
let tried = { at: 0, usedMs: 0 };
let reading: Promise<ProviderKeys> | undefined;
const allowances = { answer: { tokens: BURST, at: 0 }, request: { tokens: BURST, at: 0 } };

/** The provider's keys, cached for five minutes, and for up to a day while they can't be read. @throws ProviderUnavailable */
export async function providerKeys(): Promise<ProviderKeys> {
  if (known && isRecent(tried.usedMs, tried.at)) return known;
  return read().catch((error: unknown) => {
    if (!known || Date.now() - known.readAt > MAX_AGE_MS) throw error;
    log().warn({ err: error }, "the keys read before are used");
    tried = { at: Date.now(), usedMs: RETRY_MS };
    return known;
  });
}

/**
 * Reloads the keys for a token that the set of `readAt` can't verify, because they may have been rotated.
 * @returns undefined when the allowance is used up
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
