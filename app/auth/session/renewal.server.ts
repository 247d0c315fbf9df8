import { setTimeout as wait } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { DatabaseFull, DatabaseUnavailable } from "~/.server/db/database";
import { Lease } from "~/.server/db/lease";
import { log } from "~/.server/log";
import { renewals } from "~/.server/metrics";
import { isRecent } from "~/.server/times";
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
  tokenFields,
} from "./session.server";
import { expiresSoon, isExpired } from "./token-life.server";

/*
 * One renewal of a session runs at a time: requests of this process share the running one, and
 * processes take turns by a lease. It goes on when nobody waits for it any more, because the
 * provider issues the tokens only once; what couldn't be stored yet waits in `unsaved`.
 */

type Renewal = { ended: Promise<LiveSession | undefined>; begunAt: number };

/** By session key, as are the other two. */
const running = new Map<string, Renewal>();

/** Renewed sessions that aren't stored yet: the only copy of their tokens. */
const unsaved = new LRUCache<string, { stale: string; renewed: LiveSession }>({ max: 10_000 });

type Failure = {
  at: number;
  error: ProviderUnavailable;
  /** The access token that was to be renewed. */
  stale: string;
  /** How often in a row the grant was refused without a standard code. */
  refusals: number;
};
const failures = new LRUCache<string, Failure>({ max: 10_000 });

/**
 * Renews ahead of the expiry (docs/product.md §4). `undefined`: the refresh token is dead.
 * @throws ProviderUnavailable when there is no valid token; the session stays
 */
export async function freshSession(session: LiveSession): Promise<LiveSession | undefined> {
  // Without a refresh token the session ends with its access token or goes on by the hidden frame.
  if (!session.refreshToken || !expiresSoon(session)) return session;
  const renewal = renewOrEnd(session);
  if (isExpired(session)) return renewal;
  const orCurrent = renewal.catch((error: unknown) => {
    if (error instanceof ProviderUnavailable || error instanceof DatabaseFull) return session;
    throw error;
  });
  // While the token is valid, a request waits for two seconds of the renewal.
  const left = 2_000 - ageOf(running.get(session.key));
  return Promise.race([orCurrent, wait(Math.max(0, left), session, { ref: false })]);
}

/** `undefined`: the session is over. @throws what `renewSession` throws */
export async function renewOrEnd(session: LiveSession): Promise<LiveSession | undefined> {
  try {
    return await renewSession(session.key, session.accessToken);
  } catch (error) {
    // Without a valid token, any refusal of the grant means that the person has to sign in.
    if (!(error instanceof GrantRefused) || !isExpired(session)) throw error;
    const now = await loadSession(session.key);
    if (now && now.accessToken !== session.accessToken) return now;
    log().warn({ err: error }, "renewal ended the session");
    await endSession(session.key, "notRenewed");
    return undefined;
  }
}

/**
 * Returns the session with another token than `stale`, or undefined when it is over.
 * @throws ProviderUnavailable
 */
export async function renewSession(key: string, stale: string): Promise<LiveSession | undefined> {
  const session = await waitFor(running.get(key) ?? startRenewal(key, stale));
  // The renewal that was joined may have begun for an older token.
  return session?.accessToken === stale ? waitFor(running.get(key) ?? startRenewal(key, stale)) : session;
}

/** @throws ProviderUnavailable ten seconds after the renewal's start */
async function waitFor(renewal: Renewal): Promise<LiveSession | undefined> {
  const left = 10_000 - ageOf(renewal);
  const isLate = wait(Math.max(0, left), "late" as const, { ref: false });
  const session = await Promise.race([renewal.ended, isLate]);
  if (session === "late") throw new ProviderUnavailable("The renewal takes too long to wait for");
  return session;
}

const ageOf = (renewal?: Renewal) => (renewal ? performance.now() - renewal.begunAt : 0);

/** Resolves when no renewal runs. A process that stops earlier would lose the new tokens. */
export async function renewalsEnded(): Promise<void> {
  const begun = () => Promise.allSettled([...running.values()].map(({ ended }) => ended));
  while (running.size > 0) await begun();
  for (const [key, { stale }] of unsaved) startRenewal(key, stale);
  await begun();
}

function startRenewal(key: string, stale: string): Renewal {
  const ended = renewUnderLease(key, stale).finally(() => {
    if (running.get(key) === renewal) running.delete(key);
  });
  const renewal = { ended, begunAt: performance.now() };
  running.set(key, renewal);
  ended.catch(() => undefined);
  return renewal;
}

/**
 * Longer than a renewal (25 s token call, 4 × 10 s discovery and keys, 20 s write), so that no
 * outage of the store meanwhile ends the lease.
 */
const LEASE_MS = 85_000;

async function renewUnderLease(key: string, stale: string): Promise<LiveSession | undefined> {
  refuseTooSoon(key, stale);
  const lease = await Lease.wait(`renewal:${key}`, LEASE_MS, LEASE_MS + 2_000);
  if (!lease) throw new ProviderUnavailable("Somebody else's renewal doesn't end");
  try {
    const session = await loadSession(key);
    const pendingWrite = unsaved.get(key);
    if (pendingWrite && (!session || session.accessToken === pendingWrite.stale)) {
      const renewed = await saveRenewed(pendingWrite.renewed, lease);
      return session && renewed;
    }
    unsaved.delete(key);
    if (!session || session.accessToken !== stale) return session;
    if (!session.refreshToken) return undefined;
    refuseTooSoon(key, stale);
    return await renew(session, session.refreshToken, lease);
  } finally {
    await lease.release();
  }
}

/** @throws ProviderUnavailable within RENEWAL_RETRY_MS of a failure, or for a grant refused twice */
function refuseTooSoon(key: string, stale: string): void {
  const failed = failures.get(key);
  if (!failed) return;
  const isDead = failed.stale === stale && failed.refusals >= 2;
  if (isDead || isRecent(RENEWAL_RETRY_MS, failed.at)) throw failed.error;
}

async function renew(session: LiveSession, refreshToken: string, lease: Lease) {
  try {
    const tokens = await refreshTokens(refreshToken, session);
    const renewed: LiveSession = {
      ...session,
      ...tokenFields(tokens),
      // RFC 6749 §6: the old refresh token and scope stay valid if the answer has none.
      refreshToken: tokens.refreshToken ?? refreshToken,
      scope: tokens.scope ?? session.scope,
      idToken: tokens.idToken ?? session.idToken,
    };
    failures.delete(session.key);
    unsaved.set(session.key, { stale: session.accessToken, renewed });
    return await saveRenewed(renewed, lease);
  } catch (error) {
    if (error instanceof InvalidGrant || (error instanceof TokenRefused && error.otherIdentity)) {
      return endRefused(session, error);
    }
    renewals.inc({ outcome: "failed" });
    if (!(error instanceof ProviderUnavailable) && !(error instanceof TokenRefused)) throw error;
    log().warn({ err: error }, "renewal failed");
    const unavailable = error instanceof TokenRefused ? new ProviderUnavailable("Renewal failed", error) : error;
    noteFailure(session, unavailable);
    throw unavailable;
  }
}

async function endRefused(session: LiveSession, error: InvalidGrant | TokenRefused): Promise<LiveSession | undefined> {
  // After a clock jump or a failover two replicas may renew at once; the other token is valid.
  const now = error instanceof InvalidGrant ? await loadSession(session.key) : undefined;
  if (now && now.refreshToken !== session.refreshToken) return now;
  log().warn({ err: error }, "renewal ended the session");
  renewals.inc({ outcome: "refused" });
  await endSession(session.key, "notRenewed");
  return undefined;
}

function noteFailure({ key, accessToken: stale }: LiveSession, error: ProviderUnavailable): void {
  const before = failures.get(key);
  const refusalsBefore = before?.stale === stale ? before.refusals : 0;
  const refusals = error instanceof GrantRefused ? refusalsBefore + 1 : 0;
  failures.set(key, { at: Date.now(), error, stale, refusals });
}

/** @returns `undefined` when the person signed out meanwhile. @throws DatabaseUnavailable */
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
      const mayCome = error instanceof DatabaseUnavailable;
      if (!mayCome) unsaved.delete(renewed.key);
      // A full store may have room after eight attempts, which take 2.8 s.
      const isFull = error instanceof DatabaseFull && attempt >= 8;
      // In the lease's last seconds a write could arrive after the next holder's.
      if (!mayCome || isFull || lease.left < 5_000) throw error;
      await wait(Math.min(100 * attempt, 500));
    }
  }
}
