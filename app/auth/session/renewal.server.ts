import { setTimeout as wait } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { DatabaseFull, DatabaseUnavailable } from "~/.server/db/database";
import { Lease } from "~/.server/db/lease";
import { log } from "~/.server/log";
import { renewals } from "~/.server/metrics";
import { RENEWAL_RETRY_MS } from "~/auth/fixed-times";
import { ProviderUnavailable } from "~/auth/provider/discovery.server";
import { GrantRefused, InvalidGrant, TokenRefused } from "~/auth/provider/provider-errors.server";
import { refreshTokens, revokeTokens } from "~/auth/provider/token-requests.server";
import {
  endSession,
  type LiveSession,
  loadSession,
  replaceSession,
  type SessionRecord,
  withTokens,
} from "./session.server";
import { expiresSoon, isExpired } from "./token-life.server";

/*
 * The provider issues a session's new tokens only once. So only one renewal of a session runs at a
 * time. It continues after its requests have given up, and keeps its tokens in memory (`unsaved`)
 * until the database has stored them.
 */

/** `result` is undefined if the session is over or has no refresh token. */
type Renewal = { result: Promise<LiveSession | undefined>; startedAt: number };

/** By session key, like the next two maps. */
const running = new Map<string, Renewal>();

/** Renewed sessions that aren't stored yet, and the access token that each one replaces. */
const unsaved = new LRUCache<string, { oldToken: string; renewed: LiveSession }>({ max: 10_000 });

/** While a session's failure is in this cache, no renewal of that session is tried. */
const recentFailures = new LRUCache<string, ProviderUnavailable>({ max: 10_000, ttl: RENEWAL_RETRY_MS });

/** A request stops waiting for a renewal that is older than this. */
const MAX_WAIT_MS = 10_000;
/** The same, if the session's access token is still valid. */
const MAX_WAIT_WHILE_VALID_MS = 2_000;
/**
 * The slowest renewal takes this long: 25 s token call, 4 × 10 s discovery and keys, 20 s write. A
 * shorter lease could expire, because it isn't renewed while the database is down.
 */
const LEASE_MS = 85_000;
/**
 * In the lease's last 5 s no write begins: it could arrive after the lease's end, and overwrite
 * another process's tokens.
 */
const LAST_WRITE_MS = 5_000;
/**
 * Attempts to store tokens while the database is full. The pauses between them take 2.5 s, in which
 * the sweep may delete rows.
 */
const ATTEMPTS_WHILE_FULL = 8;

/** @returns undefined if the session is over. @throws ProviderUnavailable without a valid token */
export async function freshSession(session: LiveSession): Promise<LiveSession | undefined> {
  // Only the hidden frame can renew a session without a refresh token.
  if (!session.refreshToken || !expiresSoon(session)) return session;
  const renewal = renewOrEnd(session);
  if (isExpired(session)) return renewal;
  // The access token is still valid, so a failed or slow renewal doesn't stop the request.
  const renewedOrCurrent = renewal.catch((error: unknown) => {
    if (error instanceof ProviderUnavailable || error instanceof DatabaseFull) return session;
    throw error;
  });
  return Promise.race([renewedOrCurrent, waitUntilAge(running.get(session.key), MAX_WAIT_WHILE_VALID_MS, session)]);
}

/** Like `renewSession`, but ends the session if the provider refuses and the token has expired. */
export async function renewOrEnd(session: LiveSession): Promise<LiveSession | undefined> {
  try {
    return await renewSession(session.key, session.accessToken);
  } catch (error) {
    if (!(error instanceof GrantRefused) || !isExpired(session)) throw error;
    const reloaded = await loadSession(session.key);
    if (reloaded && reloaded.accessToken !== session.accessToken) return reloaded;
    log().warn({ err: error }, "renewal ended the session");
    await endSession(session.key, "notRenewed");
    return undefined;
  }
}

/** Renews the session, if its access token is still `oldToken`. @throws ProviderUnavailable */
export async function renewSession(key: string, oldToken: string): Promise<LiveSession | undefined> {
  const session = await joinRenewal(key, oldToken);
  // `oldToken` may itself be the result of the renewal that was running: then renew once more.
  return session?.accessToken === oldToken ? joinRenewal(key, oldToken) : session;
}

async function joinRenewal(key: string, oldToken: string): Promise<LiveSession | undefined> {
  const renewal = running.get(key) ?? startRenewal(key, oldToken);
  const session = await Promise.race([renewal.result, waitUntilAge(renewal, MAX_WAIT_MS, "late" as const)]);
  if (session === "late") throw new ProviderUnavailable("The renewal takes too long to wait for");
  return session;
}

function waitUntilAge<T>(renewal: Renewal | undefined, ageMs: number, value: T): Promise<T> {
  const age = renewal ? performance.now() - renewal.startedAt : 0;
  return wait(Math.max(0, ageMs - age), value, { ref: false });
}

function startRenewal(key: string, oldToken: string): Renewal {
  const result = renewUnderLease(key, oldToken).finally(() => running.delete(key));
  // An unhandled rejection would end the process if no request waits any more.
  result.catch(() => undefined);
  const renewal = { result, startedAt: performance.now() };
  running.set(key, renewal);
  return renewal;
}

async function renewUnderLease(key: string, oldToken: string): Promise<LiveSession | undefined> {
  const recentFailure = recentFailures.get(key);
  if (recentFailure) throw recentFailure;
  // The lease keeps other processes from renewing the session at the same time.
  const lease = await Lease.wait(`renewal:${key}`, LEASE_MS, LEASE_MS + 2_000);
  if (!lease) throw new ProviderUnavailable("Another process's renewal doesn't end");
  try {
    const session = await loadSession(key);
    const pending = unsaved.get(key);
    // Stores an earlier renewal's tokens, if no other process has renewed the session since.
    if (pending && (!session || session.accessToken === pending.oldToken)) {
      const saved = await saveRenewed(pending.renewed, lease);
      // `session` is undefined after a sign-out, and if this process can't unseal its tokens.
      return session && saved;
    }
    unsaved.delete(key);
    const isRenewedElsewhere = session?.accessToken !== oldToken;
    if (!session || isRenewedElsewhere) return session;
    if (!session.refreshToken) return undefined;
    return await exchangeRefreshToken(session, session.refreshToken, lease);
  } finally {
    await lease.release();
  }
}

/**
 * - `InvalidGrant`, or an ID token of another person: the session ends.
 * - `GrantRefused`: the session ends once its access token has expired (`renewOrEnd`).
 * - Another failure: the session stays, and may be renewed after RENEWAL_RETRY_MS.
 */
async function exchangeRefreshToken(session: LiveSession, refreshToken: string, lease: Lease) {
  try {
    const renewed = withTokens(session, await refreshTokens(refreshToken, session));
    unsaved.set(session.key, { oldToken: session.accessToken, renewed });
    return await saveRenewed(renewed, lease);
  } catch (error) {
    if (error instanceof InvalidGrant || (error instanceof TokenRefused && error.isOtherIdentity)) {
      return endRefused(session, error);
    }
    renewals.inc({ outcome: "failed" });
    if (!(error instanceof ProviderUnavailable) && !(error instanceof TokenRefused)) throw error;
    log().warn({ err: error }, "renewal failed");
    const failure = error instanceof TokenRefused ? new ProviderUnavailable("Renewal failed", error) : error;
    recentFailures.set(session.key, failure);
    throw failure;
  }
}

async function endRefused(session: LiveSession, error: InvalidGrant | TokenRefused): Promise<LiveSession | undefined> {
  // After a clock jump or a failover two processes may renew at once, and one gets InvalidGrant.
  const reloaded = error instanceof InvalidGrant ? await loadSession(session.key) : undefined;
  if (reloaded && reloaded.refreshToken !== session.refreshToken) return reloaded;
  log().warn({ err: error }, "renewal ended the session");
  renewals.inc({ outcome: "refused" });
  await endSession(session.key, "notRenewed");
  return undefined;
}

async function saveRenewed(renewed: LiveSession, lease: Lease): Promise<LiveSession | undefined> {
  const isStored = await storeWhileLeased(renewed, lease);
  unsaved.delete(renewed.key);
  renewals.inc({ outcome: isStored ? "renewed" : "signedOutMeanwhile" });
  if (isStored) return renewed;
  await revokeTokens(renewed).catch(() => undefined);
  return undefined;
}

/** Retries during an outage. @returns false if the person has signed out */
async function storeWhileLeased(renewed: SessionRecord, lease: Lease): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await replaceSession(renewed);
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) {
        unsaved.delete(renewed.key);
        throw error;
      }
      const isStillFull = error instanceof DatabaseFull && attempt >= ATTEMPTS_WHILE_FULL;
      if (isStillFull || lease.remainingMs < LAST_WRITE_MS) throw error;
      await wait(Math.min(100 * attempt, 500));
    }
  }
}

/**
 * Waits for the running renewals and stores the unsaved tokens, which a stopping process would
 * otherwise lose.
 */
export async function finishRenewals(): Promise<void> {
  const allEnded = () => Promise.allSettled([...running.values()].map(({ result }) => result));
  while (running.size > 0) await allEnded();
  for (const [key, { oldToken }] of unsaved) startRenewal(key, oldToken);
  await allEnded();
}
