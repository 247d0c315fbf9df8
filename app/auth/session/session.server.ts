import { randomBytes } from "node:crypto";
import { z } from "zod";
import { env } from "~/.server/env";
import { clearCookie, cookieName, readCookies, SESSION_COOKIE, setCookie } from "~/.server/http/cookies";
import { log } from "~/.server/log";
import { sessionsBegun, sessionsEnded } from "~/.server/metrics";
import { hashed } from "~/.server/store/hashed";
import { MAX_LOG_CLOCK_SKEW_MS, StoreFull, store } from "~/.server/store/open-store";
import { seal, unseal } from "~/.server/store/seal";
import type { IssuedTokens } from "~/auth/provider/provider.server";
import { entriesOf, forgetEntries, indexSession } from "./session-index.server";

const text = z.string().optional();
/** What the server stores of a signed-in person. Times are milliseconds since the epoch. */
const sessionSchema = z.object({
  /** The store's key: of the cookie's id it holds only the hash, so a stolen store opens no session. */
  key: z.string(),
  issuer: z.string(),
  iss: z.string(),
  sub: z.string(),
  /** Whom the directory is asked for (OIDC_SUBJECT_CLAIM); sessions begun before there was a choice have none. */
  directoryId: text,
  /** The session's name at the provider (OpenID Connect Back-Channel Logout 1.0 §2.1). */
  sid: text,
  name: text,
  email: text,
  idToken: z.string(),
  accessToken: z.string(),
  expiresAt: z.number().optional(),
  /** Of the access token, in seconds. */
  lifetime: z.number().optional(),
  refreshToken: text,
  /** What was granted (RFC 6749 §3.3), which may be less than what was asked for. */
  scope: text,
  startedAt: z.number(),
  endsAt: z.number(),
});
export type SessionRecord = z.infer<typeof sessionSchema>;

export type LiveSession = SessionRecord & { idleEndsAt: number };

/** 32 random bytes (256 bits) in base64url. */
const ID_SHAPE = /^[\w-]{43}$/;
/** The idle limit is written at most this often. */
const TOUCH_MS = 60_000;

/**
 * The keys of what belongs to a session but isn't in its record, and ends with it. The idle limit has a key of its own because moving
 * it must not write old tokens over renewed ones.
 */
export const besideSession = {
  idle: (key: string) => `idle-${key}`,
  role: (key: string) => `role-${key}`,
  fallbackProfile: (key: string) => `last-word-${key}`,
  whose: (key: string) => `whose-${key}`,
};
const idleKey = besideSession.idle;
const idleMs = () => env().SESSION_IDLE_MINUTES * 60_000;
const secondsUntil = (at: number) => Math.max(1, Math.ceil((at - Date.now()) / 1000));

/** The key of the session that a request's cookie names, alive or not. */
export function sessionKey(request: Request): string | undefined {
  return keyIn(request.headers.get("Cookie"));
}

function keyIn(cookieHeader: string | null): string | undefined {
  const id = readCookies(cookieHeader).get(cookieName(SESSION_COOKIE));
  return id && ID_SHAPE.test(id) ? keyOf(id) : undefined;
}

function keyOf(id: string): string {
  return `session:${hashed(id)}`;
}

type Person = Pick<SessionRecord, "iss" | "sub" | "directoryId" | "sid" | "name" | "email">;

/**
 * Begins a session under a new id; the session that the browser had, whoever's it was, ends (OWASP session fixation).
 * @returns the Set-Cookie value, and the store's key of the session
 */
export async function createSession(
  request: Request,
  person: Person,
  tokens: IssuedTokens & { idToken: string },
): Promise<{ cookie: string; key: string }> {
  const previous = sessionKey(request);
  const id = randomBytes(32).toString("base64url");
  const now = Date.now();
  const record: SessionRecord = {
    key: keyOf(id),
    issuer: env().OIDC_ISSUER.href,
    ...person,
    ...tokenFields(tokens),
    // RFC 6749 §5.1: an answer without a scope grants what was asked for.
    scope: tokens.scope ?? env().OIDC_SCOPE,
    idToken: tokens.idToken,
    startedAt: now,
    endsAt: now + env().SESSION_MAX_HOURS * 3_600_000,
  };
  const records = await store();
  await indexSession(record);
  await records.put(idleKey(record.key), String(idleEnd(record)), secondsUntil(idleEnd(record)));
  await records.put(besideSession.whose(record.key), hashed(record.sub), secondsUntil(endOf(record)));
  await records.put(record.key, sealed(record), secondsUntil(endOf(record)));
  if (previous) await endSession(previous, "replaced");
  await endOldest(record.sub);
  sessionsBegun.inc();
  return { cookie: setCookie(SESSION_COOKIE, id), key: record.key };
}

/** At once, of one person. */
const MAX_SESSIONS = 200;
/** A session is begun within this time, in ms, after it is in the index. */
const BEGINNING_MS = 60_000 + MAX_LOG_CLOCK_SKEW_MS;

/** Each takes its room in the store, and who signs in by a script that keeps no cookie begins one each time. */
async function endOldest(sub: string): Promise<void> {
  const entries = await entriesOf({ sub });
  if (entries.length <= MAX_SESSIONS) return;
  const idleEnds = await (await store()).getMany(entries.map(({ value }) => idleKey(value)));
  const now = Date.now();
  const living = new Set<string>();
  const surplus = new Set<string>();
  const leaving: string[] = [];
  entries.forEach(({ id, at, value: key }, place) => {
    const isOver = !(Number(idleEnds[place]) > now);
    // The provider's sign-out finds a session once, too, that is in the index for each of its sessions there.
    if (isOver ? at < now - BEGINNING_MS : living.has(key) || living.size === MAX_SESSIONS) leaving.push(id);
    if (isOver || living.has(key)) return;
    if (living.size < MAX_SESSIONS) living.add(key);
    else surplus.add(key);
  });
  for (const key of surplus) await endSession(key, "tooMany");
  if (surplus.size > 0)
    log().warn({ ended: surplus.size }, "one person has too many sessions at once: the oldest ended");
  await forgetEntries({ sub }, leaving);
}

/** The fields of a record that come from the provider and change when they are renewed. */
export function tokenFields(tokens: Pick<IssuedTokens, "accessToken" | "expiresAt" | "lifetime" | "refreshToken">) {
  const { accessToken, expiresAt, lifetime, refreshToken } = tokens;
  return { accessToken, expiresAt, lifetime, refreshToken };
}

/** The session of a request, its idle limit moved; `undefined` for an anonymous one. */
export async function findSession(request: Request): Promise<LiveSession | undefined> {
  const key = sessionKey(request);
  const session = key && (await loadSession(key));
  return session ? touched(session) : undefined;
}

/** A session as it now is, without moving its idle limit. */
export async function loadSession(key: string): Promise<LiveSession | undefined> {
  const records = await store();
  const [value, idle] = await Promise.all([records.get(key), records.get(idleKey(key))]);
  const idleEndsAt = Number(idle);
  if (!value || !(idleEndsAt > Date.now())) return undefined;
  const record = unseal(value, key, sessionSchema);
  // A record left by another provider's configuration is nobody's.
  if (record?.issuer !== env().OIDC_ISSUER.href) return undefined;
  return endOf(record) > Date.now() ? { ...record, idleEndsAt } : undefined;
}

/** Whether a session lives, as cheaply as can be told; moves nothing. */
export async function sessionLives(request: Request): Promise<boolean> {
  return (await livingSessionIn(request.headers.get("Cookie"))) !== undefined;
}

/** The session that a `Cookie` header names, if it lives: the store's key, and when its idle limit ends it. */
export async function livingSessionIn(
  cookieHeader: string | null,
): Promise<{ key: string; idleEndsAt: number } | undefined> {
  const key = keyIn(cookieHeader);
  const idleEndsAt = key && (await idleEndUnder(key));
  return idleEndsAt ? { key, idleEndsAt } : undefined;
}

/** Whether a session lives under this key, even if this process lacks the secret to unseal its record. */
export async function livesUnder(key: string): Promise<boolean> {
  return (await idleEndUnder(key)) !== undefined;
}

async function idleEndUnder(key: string): Promise<number | undefined> {
  const records = await store();
  const [value, idle] = await Promise.all([records.get(key), records.get(idleKey(key))]);
  const idleEndsAt = Number(idle);
  return value !== undefined && idleEndsAt > Date.now() ? idleEndsAt : undefined;
}

/**
 * The hash of the subject whose session lives under a key of the store, for a process that can't read the record; undefined also of
 * sessions that an older release began.
 */
export async function whoseHash(key: string): Promise<string | undefined> {
  return (await livesUnder(key)) ? (await store()).get(besideSession.whose(key)) : undefined;
}

/** @returns false when the session has ended meanwhile: it stays ended. */
export async function replaceSession(record: SessionRecord): Promise<boolean> {
  const seconds = secondsUntil(endOf(record));
  // A full store keeps nobody from reading: without its renewed tokens the session would be lost.
  return (await store()).updateIfPresent(record.key, sealed(record), seconds, { lastRoom: true });
}

/**
 * Why a session ends before its time: by sign-out here, by the provider's (back-channel), by another sign-in in the same browser, because
 * its tokens can't be renewed any more, because a backend refuses them, because all that is kept of the person goes, or because the person has
 * begun too many others since.
 */
const END_REASONS = ["signedOut", "provider", "replaced", "notRenewed", "refused", "erased", "tooMany"] as const;
type EndReason = (typeof END_REASONS)[number];
// From the start: of a series that isn't there yet Prometheus takes the first value for where it began, and a burst that fell between two
// scrapes alerted nobody.
for (const reason of END_REASONS) sessionsEnded.inc({ reason }, 0);

/** @returns whether it lived. */
export async function endSession(key: string, reason: EndReason): Promise<boolean> {
  const records = await store();
  const beside = Object.values(besideSession).map((keyOf) => records.delete(keyOf(key)));
  const [lived] = await Promise.all([records.delete(key), ...beside]);
  if (lived) sessionsEnded.inc({ reason });
  return lived;
}

export function clearSessionCookie(): string {
  return clearCookie(SESSION_COOKIE);
}

async function touched(session: LiveSession): Promise<LiveSession> {
  const idleEndsAt = idleEnd(session);
  if (idleEndsAt - session.idleEndsAt < Math.min(TOUCH_MS, idleMs() / 10)) return session;
  const moving = (await store()).updateIfPresent(idleKey(session.key), String(idleEndsAt), secondsUntil(idleEndsAt));
  // A full store keeps nobody from reading; the session ends sooner than it would.
  const moved = await moving.catch((error: unknown) => {
    if (error instanceof StoreFull) return false;
    throw error;
  });
  return moved ? { ...session, idleEndsAt } : session;
}

/** When a session ends whatever is done: what can't be renewed ends with its access token. */
export function endOf({ endsAt, expiresAt, refreshToken }: SessionRecord): number {
  return refreshToken || expiresAt === undefined ? endsAt : Math.min(endsAt, expiresAt);
}

function idleEnd({ endsAt }: { endsAt: number }): number {
  return Math.min(endsAt, Date.now() + idleMs());
}

function sealed(record: SessionRecord): string {
  const { key, issuer, iss, sub, directoryId, sid, name, email, idToken, scope, startedAt, endsAt } = record;
  const person = { iss, sub, directoryId, sid, name, email };
  const plain = { key, issuer, ...person, idToken, scope, startedAt, endsAt, ...tokenFields(record) };
  return seal(plain, key);
}
