import { randomBytes } from "node:crypto";
import { z } from "zod";
import { database } from "~/.server/db/database";
import type { Row } from "~/.server/db/schema";
import { seal, unseal } from "~/.server/db/seal";
import { env } from "~/.server/env";
import { clearCookie, cookieName, readCookies, setCookie } from "~/.server/http/cookies";
import { sha256 } from "~/.server/tokens";
import { isDraftId } from "~/auth/drafts.server";
import { SIGN_IN_MAX_AGE_SECONDS } from "~/auth/fixed-times";

export type SignInAttempt = {
  state: string;
  verifier: string;
  returnTo: string;
  startedAt: number;
  /** The session that the hidden frame renews; undefined for a person's sign-in. */
  renewedSessionKey?: string;
  /** Sent with `prompt=consent`. */
  asksConsent?: boolean;
  /** Sent with `prompt=login`. */
  isReauth?: boolean;
  /** The app's own retry after a failed attempt. There is only one. */
  isRepeated?: boolean;
};

/** Found by `state` alone: another browser may have begun the attempt. */
export type UnverifiedAttempt = Pick<SignInAttempt, "returnTo" | "isReauth" | "isRepeated">;

/** A cookie whose value all tabs of a browser share. */
const BROWSER_COOKIE = "sign-in";
const BROWSER_SHAPE = /^[\w-]{43}$/;
/** Longer than an attempt is valid: after a late sign-in, the retry still has the return path. */
const STORED_SECONDS = 4 * SIGN_IN_MAX_AGE_SECONDS;
/** If there are more, the oldest are deleted. Otherwise anybody could fill the database. */
const MAX_ATTEMPTS = 20_000;
/** For all attempts: half of the 10 % of DATABASE_MAX_MB that `assertRoom` reserves. */
const DATABASE_SHARE = 0.05;
/** A row with its index entries and the longest return path. */
const MAX_ATTEMPT_BYTES = 1_600;
const MAX_RETURN_PATH = 500;
const verifierSchema = z.object({ verifier: z.string() });
const placeOf = (state: string) => `sign-in:${state}`;

function browserOf(request: Request): string | undefined {
  const value = readCookies(request.headers.get("Cookie")).get(cookieName(BROWSER_COOKIE));
  return value && BROWSER_SHAPE.test(value) ? value : undefined;
}

/** @returns a Set-Cookie value that binds the attempt to this browser */
export async function rememberAttempt(request: Request, attempt: SignInAttempt): Promise<string> {
  const browser = browserOf(request) ?? randomBytes(32).toString("base64url");
  const { verifier, returnTo, startedAt, renewedSessionKey = null, asksConsent, isReauth, isRepeated } = attempt;
  const state = sha256(attempt.state);
  const row: Row<"sign_ins"> = {
    state,
    browser: sha256(browser),
    sealed_verifier: seal({ verifier }, placeOf(state)),
    return_to: shortened(returnTo),
    renews: renewedSessionKey,
    is_used: 0,
    started_at: startedAt,
    asks_consent: asksConsent ? 1 : 0,
    is_reauth: isReauth ? 1 : 0,
    is_repeated: isRepeated ? 1 : 0,
    expires_at: startedAt + STORED_SECONDS * 1000,
  };
  const db = await database();
  await db.insertInto("sign_ins").values(row).execute();
  const newestFirst = db.selectFrom("sign_ins").select("state").orderBy("started_at", "desc");
  const surplus = newestFirst.limit(100).offset(maxAttempts());
  await db.deleteFrom("sign_ins").where("state", "in", surplus).execute();
  return setCookie(BROWSER_COOKIE, browser, STORED_SECONDS);
}

function maxAttempts(): number {
  const { DATABASE_MAX_MB } = env();
  if (!DATABASE_MAX_MB) return MAX_ATTEMPTS;
  return Math.min(MAX_ATTEMPTS, Math.floor((DATABASE_MAX_MB * 1024 * 1024 * DATABASE_SHARE) / MAX_ATTEMPT_BYTES));
}

/** Of a long path's query, only the ids of stored forms (`draft`, `typed`) are kept. */
function shortened(returnTo: string): string {
  if (returnTo.length <= MAX_RETURN_PATH) return returnTo;
  const { pathname, searchParams } = new URL(returnTo, "http://path.invalid");
  const drafts = ["draft", "typed"].flatMap((name) => {
    const id = searchParams.get(name);
    return id && isDraftId(id) ? [`${name}=${id}`] : [];
  });
  const path = pathname + (drafts.length > 0 ? `?${drafts.join("&")}` : "");
  return path.length <= MAX_RETURN_PATH ? path : "/";
}

/** Also finds an attempt that was used before. */
export async function findAttempt(request: Request, state: string): Promise<SignInAttempt | undefined> {
  const browser = browserOf(request);
  const row = browser && (await findRow(state));
  if (!row || row.browser !== sha256(browser)) return undefined;
  const sealed = unseal(row.sealed_verifier, placeOf(row.state), verifierSchema);
  if (!sealed) return undefined;
  const { started_at: startedAt, renews, asks_consent: asksConsent } = row;
  return {
    ...unverifiedOf(row),
    state,
    verifier: sealed.verifier,
    startedAt,
    renewedSessionKey: renews ?? undefined,
    asksConsent: asksConsent === 1,
  };
}

export async function findUnverifiedAttempt(state: string): Promise<UnverifiedAttempt | undefined> {
  const row = await findRow(state);
  // The hidden frame's attempt has no page to return to.
  return row && row.renews === null ? unverifiedOf(row) : undefined;
}

function unverifiedOf(row: Row<"sign_ins">): UnverifiedAttempt {
  return { returnTo: row.return_to, isReauth: row.is_reauth === 1, isRepeated: row.is_repeated === 1 };
}

async function findRow(state: string): Promise<Row<"sign_ins"> | undefined> {
  const query = (await database()).selectFrom("sign_ins").selectAll().where("state", "=", sha256(state));
  return query.where("expires_at", ">", Date.now()).executeTakeFirst();
}

/** @returns true at the first use, in any process */
export async function spendAttempt({ state }: SignInAttempt): Promise<boolean> {
  const spend = (await database()).updateTable("sign_ins").set({ is_used: 1 }).where("state", "=", sha256(state));
  return (await spend.where("is_used", "=", 0).returning("state").executeTakeFirst()) !== undefined;
}

/** The cookie may be another attempt's. */
export function hasSignInCookie(request: Request): boolean {
  return browserOf(request) !== undefined;
}

/** @returns undefined if another tab of the browser still needs the cookie */
export async function browserCookieRemoval(request: Request): Promise<string | undefined> {
  const browser = browserOf(request);
  if (!browser) return undefined;
  const unused = (await database()).selectFrom("sign_ins").select("state").where("is_used", "=", 0);
  const ofBrowser = unused.where("browser", "=", sha256(browser)).where("expires_at", ">", Date.now());
  return (await ofBrowser.executeTakeFirst()) ? undefined : clearCookie(BROWSER_COOKIE);
}

export function isTooOld({ startedAt }: SignInAttempt): boolean {
  return Date.now() - startedAt > SIGN_IN_MAX_AGE_SECONDS * 1000;
}
