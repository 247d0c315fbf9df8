import { setTimeout as wait } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { log } from "~/.server/log";
import { renewals } from "~/.server/metrics";
import { LockBusy, withLock } from "~/.server/store/lock";
import { StoreFull, StoreUnavailable } from "~/.server/store/open-store";
import { wasWithin } from "~/.server/was-within";
import { ProviderUnavailable } from "~/auth/provider/discovery.server";
import { refreshTokens, revokeTokens } from "~/auth/provider/provider.server";
import { GrantRefused, InvalidGrant, TokenRefused } from "~/auth/provider/provider-errors.server";
import { RENEW_BEFORE_EXPIRY_SECONDS, RENEWAL_FRAME_TIMEOUT_MS, RENEWAL_RETRY_MS } from "~/auth/timing";
import {
  endSession,
  type LiveSession,
  loadSession,
  replaceSession,
  type SessionRecord,
  tokenFields,
} from "./session.server";

/**
 * Outlasts a renewal at its slowest, or another replica would send the refresh token that this one has just spent: the token
 * call (25 s), the provider's document and its keys before it and once more after it (10 s each), and the write (20 s).
 */
const LEASE_MS = 85_000;
const LOCK_WAIT_MS = LEASE_MS + 2_000;
/** How long a page waits for a renewal, from the renewal's start: with a token that is still good, and without one. */
const PATIENCE_MS = 2_000;
const MAX_PATIENCE_MS = 10_000;
/** In the last part of the lease, in ms, no write is begun: it might arrive after the next lease holder's. */
const LAST_WRITE_MS = 5_000;
/** Attempts to write to a full store, which won't have room any sooner for asking; the pauses between them take 2.8 s. */
const WRITE_ATTEMPTS = 8;
const MAX_PAUSE_MS = 500;
const MAX_REMEMBERED = 10_000;

/** A renewal under way. It goes on when nobody waits for it any more, because what the provider issues can't be had again. */
type Renewal = { ended: Promise<LiveSession | undefined>; begunAt: number };

const running = new Map<string, Renewal>();
/** The last failure by the provider's fault, by the session's key: for RENEWAL_RETRY_MS it is not asked again. */
const failures = new LRUCache<string, { at: number; error: ProviderUnavailable }>({ max: MAX_REMEMBERED });

/**
 * Renewed sessions that the store hasn't taken yet, by the session's key, with the access token that they replace. Each is the only
 * copy of its tokens; the refresh token in the store is spent.
 */
const unsaved = new LRUCache<string, { stale: string; renewed: LiveSession }>({ max: MAX_REMEMBERED });

type TokenLife = Pick<SessionRecord, "expiresAt" | "lifetime">;

export function expiresSoon(token: TokenLife): boolean {
  return secondsToRenewal(token) === 0;
}

/** Whether the first hidden frame that tried to renew the token has been refused or given up by now. */
export function isRenewalOverdue(token: TokenLife): boolean {
  const { expiresAt } = token;
  return expiresAt !== undefined && expiresAt - Date.now() < noticeSeconds(token) * 1000 - RENEWAL_FRAME_TIMEOUT_MS;
}

// A token that lives no longer than the notice itself would be renewed without end.
function noticeSeconds({ lifetime = 0 }: TokenLife): number {
  return lifetime > RENEW_BEFORE_EXPIRY_SECONDS ? RENEW_BEFORE_EXPIRY_SECONDS : lifetime / 2;
}

/** How long until the access token is to be renewed, in whole seconds; undefined when the provider doesn't say when it expires. */
export function secondsToRenewal(token: TokenLife): number | undefined {
  const { expiresAt } = token;
  if (expiresAt === undefined) return undefined;
  return Math.max(0, Math.ceil((expiresAt - Date.now()) / 1000 - noticeSeconds(token)));
}

function isExpired({ expiresAt }: SessionRecord): boolean {
  return expiresAt !== undefined && expiresAt <= Date.now();
}

/**
 * The session with an access token that is good for a while: renewed on demand before it expires (docs/product.md §4).
 * @returns `undefined` when the session is over: its refresh token is dead.
 * @throws ProviderUnavailable when there is no usable token because the provider gives none; the session stays.
 */
export async function freshSession(session: LiveSession): Promise<LiveSession | undefined> {
  // Without a refresh token the session ends with its access token, unless the hidden frame signs in again.
  if (!session.refreshToken || !expiresSoon(session)) return session;
  const renewal = renewedInTime(session);
  if (isExpired(session)) return renewal;
  const orCurrent = renewal.catch((error: unknown) => {
    if (error instanceof ProviderUnavailable || error instanceof StoreFull) return session;
    throw error;
  });
  const left = PATIENCE_MS - ageOf(running.get(session.key));
  return Promise.race([orCurrent, wait(Math.max(0, left), session, { ref: false })]);
}

/**
 * The session with a renewed access token, for any request whose token is due. Waits for it up to 10 s from the renewal's start;
 * a page doesn't wait as long while its token is still good (`freshSession`).
 * @returns `undefined` when the session is over
 * @throws ProviderUnavailable; what `renewedSession` throws
 */
export async function renewedInTime(session: LiveSession): Promise<LiveSession | undefined> {
  try {
    return await renewedSession(session.key, session.accessToken);
  } catch (error) {
    // With neither a token nor a way to a new one, signing in is all that is left, however the provider puts it.
    if (!(error instanceof GrantRefused) || !isExpired(session)) throw error;
    const now = await loadSession(session.key);
    if (now && now.accessToken !== session.accessToken) return now;
    log().warn({ err: error }, "renewal ended the session");
    await endSession(session.key, "notRenewed");
    return undefined;
  }
}

/**
 * The session with another access token than `stale`. However many requests, tabs and replicas ask, the provider is
 * asked once: one flight in this process, one lock among all, and a look under the lock at what others have done.
 * @returns `undefined` when the session is over, or can't be renewed
 * @throws ProviderUnavailable
 */
export async function renewedSession(key: string, stale: string): Promise<LiveSession | undefined> {
  const session = await withinPatience(running.get(key) ?? start(key, stale));
  // Joined a renewal that someone began for an older token.
  return session?.accessToken === stale ? withinPatience(running.get(key) ?? start(key, stale)) : session;
}

function start(key: string, stale: string): Renewal {
  const ended = underLock(key, stale).finally(() => {
    if (running.get(key) === renewal) running.delete(key);
  });
  const renewal = { ended, begunAt: performance.now() };
  running.set(key, renewal);
  ended.catch(() => undefined);
  return renewal;
}

const ageOf = (renewal?: Renewal) => (renewal ? performance.now() - renewal.begunAt : 0);

/** @throws ProviderUnavailable as soon as nobody should wait for it any longer */
async function withinPatience(renewal: Renewal): Promise<LiveSession | undefined> {
  const left = MAX_PATIENCE_MS - ageOf(renewal);
  const isLate = wait(Math.max(0, left), "late" as const, { ref: false });
  const session = await Promise.race([renewal.ended, isLate]);
  if (session === "late") throw new ProviderUnavailable("The renewal takes too long to wait for");
  return session;
}

/** Resolves when no renewal is under way: a process that stops earlier would lose the tokens that it was given. */
export async function renewalsEnded(): Promise<void> {
  const begun = () => Promise.allSettled([...running.values()].map(({ ended }) => ended));
  while (running.size > 0) await begun();
  for (const [key, { stale }] of unsaved) start(key, stale);
  await begun();
}

async function underLock(key: string, stale: string): Promise<LiveSession | undefined> {
  refuseTooSoon(key);
  const locked = withLock(`renewal:${key}`, { leaseMs: LEASE_MS, waitMs: LOCK_WAIT_MS }, async () => {
    const lastWriteAt = performance.now() + LEASE_MS - LAST_WRITE_MS;
    const session = await loadSession(key);
    const kept = unsaved.get(key);
    if (kept && (!session || session.accessToken === kept.stale)) {
      const renewed = await saved(kept.renewed, lastWriteAt);
      return session && renewed;
    }
    unsaved.delete(key);
    if (!session || session.accessToken !== stale) return session;
    // Whether that ends the session is for whoever needs the call: a page does well without its picture.
    if (!session.refreshToken) return undefined;
    // It may have failed while this one waited for the lock.
    refuseTooSoon(key);
    return renew(session, session.refreshToken, lastWriteAt);
  });
  return locked.catch((error: unknown) => {
    throw error instanceof LockBusy ? new ProviderUnavailable("Somebody else's renewal doesn't end", error) : error;
  });
}

/** @throws ProviderUnavailable within RENEWAL_RETRY_MS of a failure for the provider's sake */
function refuseTooSoon(key: string): void {
  const failed = failures.get(key);
  if (failed && wasWithin(RENEWAL_RETRY_MS, failed.at)) throw failed.error;
}

async function renew(session: LiveSession, refreshToken: string, lastWriteAt: number) {
  try {
    const tokens = await refreshTokens(refreshToken, session);
    const renewed: LiveSession = {
      ...session,
      ...tokenFields(tokens),
      // RFC 6749 §6: without a new refresh token in the answer the old one stays good.
      refreshToken: tokens.refreshToken ?? refreshToken,
      // Without a scope in the answer it is the one that was granted before.
      scope: tokens.scope ?? session.scope,
      idToken: tokens.idToken ?? session.idToken,
    };
    failures.delete(session.key);
    unsaved.set(session.key, { stale: session.accessToken, renewed });
    return await saved(renewed, lastWriteAt);
  } catch (error) {
    if (error instanceof InvalidGrant || (error instanceof TokenRefused && error.otherIdentity)) {
      // A clock put ahead, a process that stood still or a store's failover lets two renew at once: the other one's token is good.
      const now = error instanceof InvalidGrant ? await loadSession(session.key) : undefined;
      if (now && now.refreshToken !== refreshToken) return now;
      log().warn({ err: error }, "renewal ended the session");
      renewals.inc({ outcome: "refused" });
      await endSession(session.key, "notRenewed");
      return undefined;
    }
    renewals.inc({ outcome: "failed" });
    if (!(error instanceof ProviderUnavailable) && !(error instanceof TokenRefused)) throw error;
    log().warn({ err: error }, "renewal failed");
    const unavailable = error instanceof TokenRefused ? new ProviderUnavailable("Renewal failed", error) : error;
    failures.set(session.key, { at: Date.now(), error: unavailable });
    throw unavailable;
  }
}

/** @returns `undefined` when the session was signed out of meanwhile. @throws StoreUnavailable */
async function saved(renewed: LiveSession, lastWriteAt: number): Promise<LiveSession | undefined> {
  const isStored = await storedInTime(renewed, lastWriteAt);
  unsaved.delete(renewed.key);
  renewals.inc({ outcome: isStored ? "renewed" : "signedOutMeanwhile" });
  if (isStored) return renewed;
  // What has just been issued must not live on.
  await revokeTokens(renewed).catch(() => undefined);
  return undefined;
}

/** The old refresh token is spent by now, so a store that is away is asked again for as long as nobody else may renew. */
async function storedInTime(renewed: SessionRecord, lastWriteAt: number): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await replaceSession(renewed);
    } catch (error) {
      const mayCome = error instanceof StoreUnavailable;
      if (!mayCome) unsaved.delete(renewed.key);
      const isFull = error instanceof StoreFull && attempt >= WRITE_ATTEMPTS;
      if (!mayCome || isFull || performance.now() > lastWriteAt) throw error;
      await wait(Math.min(100 * attempt, MAX_PAUSE_MS));
    }
  }
}
