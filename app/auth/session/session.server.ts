import { randomBytes } from "node:crypto";
import { z } from "zod";
import { bestEffortWrite, database } from "~/.server/db/database";
import type { Row } from "~/.server/db/schema";
import { seal, unseal } from "~/.server/db/seal";
import { env } from "~/.server/env";
import { clearCookie, cookieName, readCookies, setCookie } from "~/.server/http/cookies";
import { requestScope } from "~/.server/http/request-scope";
import { log } from "~/.server/log";
import { sessionsBegun, sessionsEnded } from "~/.server/metrics";
import { sha256 } from "~/.server/tokens";
import type { IssuedTokens } from "~/auth/provider/token-requests.server";
import { SESSION_COOKIE } from "~/cookie-names";

/** Times are milliseconds since the epoch. */
export type SessionRecord = Omit<IssuedTokens, "claims"> & {
  /** A hash of the cookie's value, which a stolen database doesn't reveal. */
  key: string;
  iss: string;
  sub: string;
  /** The claim that OIDC_SUBJECT_CLAIM names. */
  directoryId?: string;
  sid?: string;
  name?: string;
  email?: string;
  idToken: string;
  startedAt: number;
  /** SESSION_MAX_HOURS after `startedAt`. `sessionEnd` and `idleEndsAt` may be earlier. */
  endsAt: number;
};

const sealedTokens = z.object({
  idToken: z.string(),
  accessToken: z.string(),
  refreshToken: z.string().optional(),
});

export type LiveSession = SessionRecord & {
  directoryId: string;
  idleEndsAt: number;
  /** For public pages, which don't call the directory. It grants no access. */
  wasFranchisee?: boolean;
};

const placeOf = (key: string) => `session:${key}`;

const ID_SHAPE = /^[\w-]{43}$/;

const idleMs = () => env().SESSION_IDLE_MINUTES * 60_000;

export function sessionKey(request: Request): string | undefined {
  return keyIn(request.headers.get("Cookie"));
}

function keyIn(cookieHeader: string | null): string | undefined {
  const id = readCookies(cookieHeader).get(cookieName(SESSION_COOKIE));
  return id && ID_SHAPE.test(id) ? sha256(id) : undefined;
}

type Person = Pick<SessionRecord, "iss" | "sub" | "directoryId" | "sid" | "name" | "email">;

/** Always makes a new id: an attacker may have set the browser's old cookie (session fixation). */
export async function createSession(
  request: Request,
  person: Person,
  tokens: IssuedTokens & { idToken: string },
): Promise<{ cookie: string; key: string }> {
  const previous = sessionKey(request);
  const id = randomBytes(32).toString("base64url");
  const key = sha256(id);
  const startedAt = Date.now();
  const endsAt = startedAt + env().SESSION_MAX_HOURS * 3_600_000;
  // RFC 6749 §5.1: a response without a scope grants the requested scope.
  const record: SessionRecord = { scope: env().OIDC_SCOPE, ...tokens, ...person, key, startedAt, endsAt };
  const { iss, sub, directoryId, name, email } = person;
  await (await database())
    .insertInto("sessions")
    .values({
      ...tokenColumns(record),
      key,
      issuer: env().OIDC_ISSUER.href,
      iss,
      sub,
      directory_id: directoryId,
      name,
      email,
      started_at: startedAt,
      ends_at: endsAt,
      idle_ends_at: idleEnd(record),
    })
    .execute();
  if (previous) await endSession(previous, "replaced");
  await endOldest(sub);
  sessionsBegun.inc();
  return { cookie: setCookie(SESSION_COOKIE, id), key };
}

function tokenColumns(record: SessionRecord) {
  const { key, idToken, accessToken, refreshToken } = record;
  return {
    sealed_tokens: seal({ idToken, accessToken, refreshToken }, placeOf(key)),
    scope: record.scope ?? null,
    token_expires_at: record.tokenExpiresAt ?? null,
    token_lifetime_seconds: record.tokenLifetimeSeconds ?? null,
    expires_at: sessionEnd(record),
    // A renewal stores `sid`, too: the provider may have begun another session since the sign-in.
    sid: record.sid ?? null,
  };
}

const MAX_SESSIONS_PER_PERSON = 200;

/**
 * Ends the person's sessions beyond MAX_SESSIONS_PER_PERSON: a script without cookies, which signs
 * in before each request, would fill the database.
 */
async function endOldest(sub: string): Promise<void> {
  const newestFirst = (await livingSessions()).select("key").where("sub", "=", sub).orderBy("started_at", "desc");
  // `limit` is needed because SQLite has no `offset` without it.
  const surplus = await newestFirst.limit(100).offset(MAX_SESSIONS_PER_PERSON).execute();
  for (const { key } of surplus) await endSession(key, "tooMany");
  if (surplus.length > 0)
    log().warn({ ended: surplus.length }, "one person has too many sessions at once: the oldest ended");
}

async function livingSessions() {
  const now = Date.now();
  return (await database()).selectFrom("sessions").where("idle_ends_at", ">", now).where("expires_at", ">", now);
}

/** Names a session of the provider (`sid`), a person (`sub`), or both. */
export type LogoutSubject = { sid?: string; sub?: string };

export async function sessionKeysBy(column: keyof LogoutSubject, value: string): Promise<string[]> {
  const rows = await (await livingSessions()).select("key").where(column, "=", value).execute();
  return rows.map(({ key }) => key);
}

/** Keeps the old refresh token or scope if the response has no new one (RFC 6749 §6). */
export function withTokens<Session extends SessionRecord>(
  session: Session,
  { claims: _claims, ...tokens }: IssuedTokens,
): Session {
  return { ...session, tokenExpiresAt: undefined, tokenLifetimeSeconds: undefined, ...tokens };
}

/** Loads the session of the request's cookie and moves its idle limit. */
export async function touchSession(request: Request): Promise<LiveSession | undefined> {
  const session = await peekSession(request.headers.get("Cookie"));
  requestScope().person = session?.sub;
  return session && moveIdleEnd(session);
}

export async function peekSession(cookieHeader: string | null): Promise<LiveSession | undefined> {
  const key = keyIn(cookieHeader);
  return key === undefined ? undefined : loadSession(key);
}

/** @returns undefined if the session has ended, has another issuer, or can't be unsealed */
export async function loadSession(key: string): Promise<LiveSession | undefined> {
  const row = await (await livingSessions()).selectAll().where("key", "=", key).executeTakeFirst();
  return row?.issuer === env().OIDC_ISSUER.href ? sessionOf(row) : undefined;
}

function sessionOf(row: Row<"sessions">): LiveSession | undefined {
  const { key, iss, sub } = row;
  const tokens = unseal(row.sealed_tokens, placeOf(key), sealedTokens);
  return (
    tokens && {
      ...tokens,
      key,
      iss,
      sub,
      directoryId: row.directory_id ?? sub,
      sid: row.sid ?? undefined,
      name: row.name ?? undefined,
      email: row.email ?? undefined,
      scope: row.scope ?? undefined,
      tokenExpiresAt: row.token_expires_at ?? undefined,
      tokenLifetimeSeconds: row.token_lifetime_seconds ?? undefined,
      startedAt: row.started_at,
      endsAt: row.ends_at,
      idleEndsAt: row.idle_ends_at,
      wasFranchisee: row.is_franchisee === null ? undefined : row.is_franchisee === 1,
    }
  );
}

/** True even if this process can't unseal the session's tokens. */
export async function isSessionAlive(request: Request): Promise<boolean> {
  const key = sessionKey(request);
  return key !== undefined && (await subOfSession(key)) !== undefined;
}

export async function subOfSession(key: string): Promise<string | undefined> {
  return (await (await livingSessions()).select("sub").where("key", "=", key).executeTakeFirst())?.sub;
}

/** Stores renewed tokens. @returns false if the session has ended: its row isn't inserted again */
export async function replaceSession(record: SessionRecord): Promise<boolean> {
  const db = await database();
  const update = db.updateTable("sessions").set(tokenColumns(record)).where("key", "=", record.key);
  return (await update.returning("key").executeTakeFirst()) !== undefined;
}

const END_REASONS = ["signedOut", "provider", "replaced", "notRenewed", "refused", "erased", "tooMany"] as const;
type EndReason = (typeof END_REASONS)[number];
// Without the 0, Prometheus takes the first value as the baseline, and alerts never fire.
for (const reason of END_REASONS) sessionsEnded.inc({ reason }, 0);

/** @returns false if the session had already ended */
export async function endSession(key: string, reason: EndReason): Promise<boolean> {
  const db = await database();
  const ended = await db
    .deleteFrom("sessions")
    .where("key", "=", key)
    .returning(["idle_ends_at", "expires_at"])
    .executeTakeFirst();
  const wasAlive = ended !== undefined && Math.min(ended.idle_ends_at, ended.expires_at) > Date.now();
  if (wasAlive) sessionsEnded.inc({ reason });
  return wasAlive;
}

export function clearSessionCookie(): string {
  return clearCookie(SESSION_COOKIE);
}

async function moveIdleEnd(session: LiveSession): Promise<LiveSession> {
  const idleEndsAt = idleEnd(session);
  // One write a minute at most. With an idle limit of 5 minutes, one write in 30 s.
  if (idleEndsAt - session.idleEndsAt < Math.min(60_000, idleMs() / 10)) return session;
  const isMoved = await bestEffortWrite((db) =>
    db.updateTable("sessions").set({ idle_ends_at: idleEndsAt }).where("key", "=", session.key).execute(),
  );
  // After a skipped write the next request moves the limit, or the session ends a minute earlier.
  return isMoved ? { ...session, idleEndsAt } : session;
}

/** Ignores the idle limit. A session without a refresh token ends with its access token. */
export function sessionEnd({
  endsAt,
  tokenExpiresAt,
  refreshToken,
}: Pick<SessionRecord, "endsAt" | "tokenExpiresAt" | "refreshToken">): number {
  return refreshToken || tokenExpiresAt === undefined ? endsAt : Math.min(endsAt, tokenExpiresAt);
}

function idleEnd({ endsAt }: { endsAt: number }): number {
  return Math.min(endsAt, Date.now() + idleMs());
}
