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
 * One renewal of a session runs at a time: requests of this process share it, and a lease keeps
 * other processes out. It runs to its end even if no request waits for it any more, because the
 * provider issues the tokens only once. Tokens that couldn't be stored yet wait in `unsaved`.
 *
 * `InvalidGrant` ends the session at once, `GrantRefused` only when its access token has expired
 * (`renewOrEnd`). An undefined result means that the session is over, or has no refresh token.
 */

type Renewal = { ended: Promise<LiveSession | undefined>; startedAt: number };

/** By session key. */
const running = new Map<string, Renewal>();

/** By session key: renewed sessions that aren't stored yet, the only copy of their tokens. */
const unsaved = new LRUCache<string, { stale: string; renewed: LiveSession }>({ max: 10_000 });

/** By session key: recent failures, after which no renewal is tried for RENEWAL_RETRY_MS. */
const recentFailures = new LRUCache<string, ProviderUnavailable>({ max: 10_000, ttl: RENEWAL_RETRY_MS });

/** How long a request waits for a renewal, in ms from the renewal's start. */
const MAX_WAIT_MS = 10_000;
const MAX_WAIT_WHILE_VALID_MS = 2_000;
/**
 * Covers the slowest renewal (25 s token call, 4 × 10 s discovery and keys, 20 s write), because a
 * lease can't be prolonged while the database is down.
 */
const LEASE_MS = 85_000;

/**
 * Renews ahead of the expiry (docs/product.md §4).
 * @throws ProviderUnavailable when there is no valid token; the session stays
 */
export async function freshSession(session: LiveSession): Promise<LiveSession | undefined> {
  // Without a refresh token the hidden frame renews the session, or it ends with its access token.
  if (!session.refreshToken || !expiresSoon(session)) return session;
  const renewal = renewOrEnd(session);
  if (isExpired(session)) return renewal;
  const renewedOrCurrent = renewal.catch((error: unknown) => {
    if (error instanceof ProviderUnavailable || error instanceof DatabaseFull) return session;
    throw error;
  });
  const left = MAX_WAIT_WHILE_VALID_MS - ageOf(running.get(session.key));
  return Promise.race([renewedOrCurrent, wait(Math.max(0, left), session, { ref: false })]);
}

/** Ends a session without a valid token whose grant is refused. @throws as `renewSession` does */
export async function renewOrEnd(session: LiveSession): Promise<LiveSession | undefined> {
  try {
    return await renewSession(session.key, session.accessToken);
  } catch (error) {
    // While the token is valid, nobody is signed out for a refusal without a standard code.
    if (!(error instanceof GrantRefused) || !isExpired(session)) throw error;
    const reloaded = await loadSession(session.key);
    if (reloaded && reloaded.accessToken !== session.accessToken) return reloaded;
    log().warn({ err: error }, "renewal ended the session");
    await endSession(session.key, "notRenewed");
    return undefined;
  }
}

/**
 * Returns the session with another access token than `stale`, which expires soon or which a backend
 * has refused. @throws ProviderUnavailable
 */
export async function renewSession(key: string, stale: string): Promise<LiveSession | undefined> {
  const session = await joinRenewal(key, stale);
  // The renewal that ran may have been an earlier one, which brought the token that is stale by now.
  return session?.accessToken === stale ? joinRenewal(key, stale) : session;
}

/** Waits for running renewals and stores unsaved tokens. A process that stops sooner loses them. */
export async function finishRenewals(): Promise<void> {
  const allEnded = () => Promise.allSettled([...running.values()].map(({ ended }) => ended));
  while (running.size > 0) await allEnded();
  for (const [key, { stale }] of unsaved) if (!running.has(key)) startRenewal(key, stale);
  await allEnded();
}

/** Waits for the running renewal, or for a new one. @throws ProviderUnavailable past MAX_WAIT_MS */
async function joinRenewal(key: string, stale: string): Promise<LiveSession | undefined> {
  const renewal = running.get(key) ?? startRenewal(key, stale);
  const deadline = wait(Math.max(0, MAX_WAIT_MS - ageOf(renewal)), "late" as const, { ref: false });
  const session = await Promise.race([renewal.ended, deadline]);
  if (session === "late") throw new ProviderUnavailable("The renewal takes too long to wait for");
  return session;
}

const ageOf = (renewal?: Renewal) => (renewal ? performance.now() - renewal.startedAt : 0);

function startRenewal(key: string, stale: string): Renewal {
  const ended = renewUnderLease(key, stale).finally(() => running.delete(key));
  // If no caller waits any more, an unhandled rejection would end the process.
  ended.catch(() => undefined);
  const renewal = { ended, startedAt: performance.now() };
  running.set(key, renewal);
  return renewal;
}

async function renewUnderLease(key: string, stale: string): Promise<LiveSession | undefined> {
  const recentFailure = recentFailures.get(key);
  if (recentFailure) throw recentFailure;
  const lease = await Lease.wait(`renewal:${key}`, LEASE_MS, LEASE_MS + 2_000);
  if (!lease) throw new ProviderUnavailable("Somebody else's renewal doesn't end");
  try {
    const session = await loadSession(key);
    const unsavedRenewal = unsaved.get(key);
    if (unsavedRenewal && !session) {
      // The row may still be there, ended or sealed by another SESSION_SECRET.
      await saveRenewed(unsavedRenewal.renewed, lease);
      return undefined;
    }
    // With another token than the stale one, another process has renewed the session since.
    if (unsavedRenewal && session?.accessToken === unsavedRenewal.stale) {
      return await saveRenewed(unsavedRenewal.renewed, lease);
    }
    unsaved.delete(key);
    if (!session || session.accessToken !== stale) return session;
    if (!session.refreshToken) return undefined;
    return await exchangeRefreshToken(session, session.refreshToken, lease);
  } finally {
    await lease.release();
  }
}

async function exchangeRefreshToken(session: LiveSession, refreshToken: string, lease: Lease) {
  try {
    const tokens = await refreshTokens(refreshToken, session);
    const renewed = withTokens(session, tokens);
    unsaved.set(session.key, { stale: session.accessToken, renewed });
    return await saveRenewed(renewed, lease);
  } catch (error) {
    if (error instanceof InvalidGrant || (error instanceof TokenRefused && error.isOtherIdentity)) {
      return endRefused(session, error);
    }
    renewals.inc({ outcome: "failed" });
    if (!(error instanceof ProviderUnavailable) && !(error instanceof TokenRefused)) throw error;
    log().warn({ err: error }, "renewal failed");
    const unavailable = error instanceof TokenRefused ? new ProviderUnavailable("Renewal failed", error) : error;
    recentFailures.set(session.key, unavailable);
    throw unavailable;
  }
}

async function endRefused(session: LiveSession, error: InvalidGrant | TokenRefused): Promise<LiveSession | undefined> {
  // After a clock jump or a failover two replicas may renew at once; the other token is valid.
  const reloaded = error instanceof InvalidGrant ? await loadSession(session.key) : undefined;
  if (reloaded && reloaded.refreshToken !== session.refreshToken) return reloaded;
  log().warn({ err: error }, "renewal ended the session");
  renewals.inc({ outcome: "refused" });
  await endSession(session.key, "notRenewed");
  return undefined;
}

/** Stores the tokens, or revokes them if the person has signed out. @throws DatabaseUnavailable */
async function saveRenewed(renewed: LiveSession, lease: Lease): Promise<LiveSession | undefined> {
  const isStored = await storeWhileLeased(renewed, lease);
  unsaved.delete(renewed.key);
  renewals.inc({ outcome: isStored ? "renewed" : "signedOutMeanwhile" });
  if (isStored) return renewed;
  await revokeTokens(renewed).catch(() => undefined);
  return undefined;
}

/** Retries while the lease lasts, because the old refresh token is already used. */
async function storeWhileLeased(renewed: SessionRecord, lease: Lease): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await replaceSession(renewed);
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) {
        unsaved.delete(renewed.key);
        throw error;
      }
      // A full database gets eight attempts: in those 2.8 s the sweep may make room.
      const isStillFull = error instanceof DatabaseFull && attempt >= 8;
      // In the lease's last 5 s a write could arrive late and overwrite the next holder's tokens.
      if (isStillFull || lease.remainingMs < 5_000) throw error;
      await wait(Math.min(100 * attempt, 500));
    }
  }
}
