import { randomBytes } from "node:crypto";
import { z } from "zod";
import { hashed } from "~/.server/db/hashed";
import { seal, unseal } from "~/.server/db/seal";
import { env } from "~/.server/env";
import { clearCookie, cookieName, readCookies, SESSION_COOKIE, setCookie } from "~/.server/http/cookies";
import { log } from "~/.server/log";
import { sessionsBegun, sessionsEnded } from "~/.server/metrics";
import { MAX_LOG_CLOCK_SKEW_MS, StoreFull, store } from "~/.server/store/open-store";
import type { IssuedTokens } from "~/auth/provider/provider.server";
import { entriesOf, forgetEntries, indexSession } from "./session-index.server";

const text = z.string().optional();
/** Times are milliseconds since the epoch. */
const sessionSchema = z.object({
  /** A hash of the cookie's id, so a stolen store opens no session. */
  key: z.string(),
  issuer: z.string(),
  iss: z.string(),
  sub: z.string(),
  /** The claim OIDC_SUBJECT_CLAIM. */
  directoryId: text,
  /** OpenID Connect Back-Channel Logout 1.0 §2.1. */
  sid: text,
  name: text,
  email: text,
  idToken: z.string(),
  accessToken: z.string(),
  expiresAt: z.number().optional(),
  /** In seconds. */
  lifetime: z.number().optional(),
  refreshToken: text,
  scope: text,
  startedAt: z.number(),
  endsAt: z.number(),
});
export type SessionRecord = z.infer<typeof sessionSchema>;

export type LiveSession = SessionRecord & { idleEndsAt: number };

const ID_SHAPE = /^[\w-]{43}$/;
const TOUCH_MS = 60_000;

/**
 * Records that end with the session. The idle limit is apart, so that moving it can't overwrite
 * renewed tokens.
 */
export const besideSession = {
  idle: (key: string) => `idle-${key}`,
  role: (key: string) => `role-${key}`,
  fallbackProfile: (key: string) => `last-word-${key}`,
  whose: (key: string) => `whose-${key}`,
};
/** What others store must not keep anybody from signing in. */
const SIGN_IN = { reserve: "signIn" } as const;
const idleKey = besideSession.idle;
const idleMs = () => env().SESSION_IDLE_MINUTES * 60_000;
const secondsUntil = (at: number) => Math.max(1, Math.ceil((at - Date.now()) / 1000));

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

/** Always under a new id (OWASP session fixation). */
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
  await records.put(idleKey(record.key), String(idleEnd(record)), secondsUntil(idleEnd(record)), SIGN_IN);
  await records.put(besideSession.whose(record.key), hashed(record.sub), secondsUntil(endOf(record)), SIGN_IN);
  await records.put(record.key, sealSession(record), secondsUntil(endOf(record)), SIGN_IN);
  if (previous) await endSession(previous, "replaced");
  await endOldest(record.sub);
  sessionsBegun.inc();
  return { cookie: setCookie(SESSION_COOKIE, id), key: record.key };
}

const MAX_SESSIONS = 200;
/** A session starts within this time, in ms, after it was indexed. */
const BEGINNING_MS = 60_000 + MAX_LOG_CLOCK_SKEW_MS;

/** A script that keeps no cookies begins a session with each sign-in, and would fill the store. */
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
    // A session may be indexed several times, once for each session at the provider.
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

export function tokenFields(tokens: Pick<IssuedTokens, "accessToken" | "expiresAt" | "lifetime" | "refreshToken">) {
  const { accessToken, expiresAt, lifetime, refreshToken } = tokens;
  return { accessToken, expiresAt, lifetime, refreshToken };
}

/** Moves the idle limit. */
export async function findSession(request: Request): Promise<LiveSession | undefined> {
  const session = await sessionIn(request.headers.get("Cookie"));
  return session && touch(session);
}

/** Doesn't move the idle limit. */
export async function sessionIn(cookieHeader: string | null): Promise<LiveSession | undefined> {
  const key = keyIn(cookieHeader);
  return key === undefined ? undefined : loadSession(key);
}

/** Doesn't move the idle limit. */
export async function loadSession(key: string): Promise<LiveSession | undefined> {
  const records = await store();
  const [value, idle] = await Promise.all([records.get(key), records.get(idleKey(key))]);
  const idleEndsAt = Number(idle);
  if (!value || !(idleEndsAt > Date.now())) return undefined;
  const record = unseal(value, key, sessionSchema);
  if (record?.issuer !== env().OIDC_ISSUER.href) return undefined;
  return endOf(record) > Date.now() ? { ...record, idleEndsAt } : undefined;
}

export async function sessionLives(request: Request): Promise<boolean> {
  const key = sessionKey(request);
  return key !== undefined && livesUnder(key);
}

/** Works even if this process lacks the secret to unseal the record. */
export async function livesUnder(key: string): Promise<boolean> {
  const records = await store();
  const [value, idle] = await Promise.all([records.get(key), records.get(idleKey(key))]);
  return value !== undefined && Number(idle) > Date.now();
}

/** For a process that can't unseal the record. */
export async function whoseHash(key: string): Promise<string | undefined> {
  return (await livesUnder(key)) ? (await store()).get(besideSession.whose(key)) : undefined;
}

/** @returns false when the session has ended meanwhile: it stays ended. */
export async function replaceSession(record: SessionRecord): Promise<boolean> {
  const seconds = secondsUntil(endOf(record));
  // Uses a full store's reserve: the session would be lost without its renewed tokens.
  return (await store()).updateIfPresent(record.key, sealSession(record), seconds, { reserve: "last" });
}

const END_REASONS = ["signedOut", "provider", "replaced", "notRenewed", "refused", "erased", "tooMany"] as const;
type EndReason = (typeof END_REASONS)[number];
// Start at 0, or else Prometheus takes the first value as baseline and alerts never fire.
for (const reason of END_REASONS) sessionsEnded.inc({ reason }, 0);

/** @returns whether the session lived */
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

async function touch(session: LiveSession): Promise<LiveSession> {
  const idleEndsAt = idleEnd(session);
  if (idleEndsAt - session.idleEndsAt < Math.min(TOUCH_MS, idleMs() / 10)) return session;
  const key = idleKey(session.key);
  const moving = (await store()).updateIfPresent(key, String(idleEndsAt), secondsUntil(idleEndsAt), SIGN_IN);
  // With a full store the session just ends earlier.
  const moved = await moving.catch((error: unknown) => {
    if (error instanceof StoreFull) return false;
    throw error;
  });
  return moved ? { ...session, idleEndsAt } : session;
}

/** The fixed end of a session. A session without a refresh token ends with its access token. */
export function endOf({ endsAt, expiresAt, refreshToken }: SessionRecord): number {
  return refreshToken || expiresAt === undefined ? endsAt : Math.min(endsAt, expiresAt);
}

function idleEnd({ endsAt }: { endsAt: number }): number {
  return Math.min(endsAt, Date.now() + idleMs());
}

/** Without what a session has beside its record. */
function sealSession(record: SessionRecord): string {
  return seal(sessionSchema.parse(record), record.key);
}
