import { isRecent } from "~/.server/is-recent";
import { log } from "~/.server/log";
import {
  invalidateMetadata,
  PROVIDER_TIMEOUT_SECONDS,
  ProviderUnavailable,
  providerMetadata,
} from "./discovery.server";
import { providerFetch } from "./provider-fetch.server";

/** In ms; the same as in openid-client. */
const FRESH_MS = 5 * 60 * 1000;
/** In ms, after a failed read. */
const RETRY_MS = 30_000;
/** In ms, because the provider may have withdrawn a key. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000;

/** Tokens with unknown keys reload the set this many times in a row, then once per REFILL_MS. */
const BURST = 5;
const REFILL_MS = 15_000;

/** Each has its own allowance: forged logout tokens must not block sign-ins after a key rotation. */
type TokenFrom = "answer" | "request";

export type ProviderKeys = { body: string; readAt: number };

let known: ProviderKeys | undefined;
/** In ms since the epoch. */
let tried = { at: 0, usedMs: 0 };
let reading: Promise<ProviderKeys> | undefined;
const allowances = { answer: { tokens: BURST, at: 0 }, request: { tokens: BURST, at: 0 } };

/** Cached keys are used for up to a day while reading fails. @throws ProviderUnavailable */
export async function providerKeys(): Promise<ProviderKeys> {
  if (known && isRecent(tried.usedMs, tried.at)) return known;
  return read().catch((error: unknown) => {
    if (!known || Date.now() - known.readAt > MAX_AGE_MS) throw error;
    log().warn({ err: error }, "the keys read before are used");
    tried = { at: Date.now(), usedMs: RETRY_MS };
    return known;
  });
}

/** @returns undefined when the allowance is used up. @throws ProviderUnavailable */
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
