import { setTimeout as wait } from "node:timers/promises";
import { redirectDocument } from "@remix-run/node";
import { env } from "~/.server/env";
import { clearCookie, cookieName, readCookies, setCookie } from "~/.server/http/cookies";
import { setResponseHeaders } from "~/.server/http/request-scope";
import { log } from "~/.server/log";
import { uniqueToken } from "~/.server/tokens";
import { ProviderUnavailable } from "~/auth/provider/discovery.server";
import { endSessionUrl, idTokenHint, revokeTokens } from "~/auth/provider/token-requests.server";
import {
  clearSessionCookie,
  endSession,
  type LiveSession,
  type LogoutSubject,
  loadSession,
  sessionKey,
  sessionKeysBy,
  subOfSession,
} from "~/auth/session/session.server";
import { type Locale, pathIn } from "~/i18n/locales";

export const CLEAR_STORAGE = { "Clear-Site-Data": '"storage"' } as const;

/** `/auth/logout?ask=` shows the question „Czy chcesz się wylogować?”. */
export const ASK_FIRST = "ask";

const STATE_COOKIE = "sign-out";
const SIGNED_OUT_PATH = "/auth/signed-out";

/**
 * Ends the session here, then redirects to the provider (RP-Initiated Logout 1.0 §2).
 * @param options `everywhere`: ends the person's sessions on all devices. `atProvider`: redirects
 * even if the session here has already ended
 */
export async function signOut(
  request: Request,
  locale: Locale,
  { everywhere = false, atProvider = false }: { everywhere?: boolean; atProvider?: boolean } = {},
): Promise<Response> {
  const key = sessionKey(request);
  const session = key ? await loadSession(key) : undefined;
  const sub = everywhere && key ? await subOfSession(key) : undefined;
  if (key) await endSession(key, "signedOut");
  if (sub !== undefined) await endEach(await sessionKeysBy("sub", sub), "signedOut");
  setResponseHeaders(CLEAR_STORAGE);
  const headers = new Headers();
  headers.append("Set-Cookie", clearSessionCookie());
  const state = uniqueToken();
  const isProviderNext = session ? await revokeOrGiveUp(session) : atProvider;
  const providerUrl = isProviderNext ? await providerSignOut({ state, locale, session }) : undefined;
  if (providerUrl) headers.append("Set-Cookie", setCookie(STATE_COOKIE, state, 15 * 60));
  const status = request.method === "GET" ? 302 : 303;
  return redirectDocument(providerUrl?.href ?? pathIn(locale, SIGNED_OUT_PATH), { status, headers });
}

/**
 * Ends the sessions with this `sid`. If no session has it, ends the person's sessions that store no
 * `sid`, because the provider may mean one of them. Without a `sid`, ends all of the person's
 * sessions. @returns the number of ended sessions
 */
export async function endSessionsOf({ sid, sub }: LogoutSubject): Promise<number> {
  const ended = sid ? await endEach(await sessionKeysBy("sid", sid), "provider") : 0;
  if (ended > 0 || !sub) return ended;
  return endEach(await sessionKeysBy("sub", sub), "provider", (session) => !sid || session.sid === undefined);
}

/** Reads the provider's redirect after a sign-out. `cookieRemoval`: a Set-Cookie value. */
export function readProviderSignOut(request: Request): { isConfirmed: boolean; cookieRemoval: string | undefined } {
  const expected = readCookies(request.headers.get("Cookie")).get(cookieName(STATE_COOKIE));
  const state = new URL(request.url).searchParams.getAll("state");
  return {
    isConfirmed: expected !== undefined && state.length === 1 && state[0] === expected,
    cookieRemoval: expected === undefined ? undefined : clearCookie(STATE_COOKIE),
  };
}

async function endEach(
  keys: string[],
  reason: "signedOut" | "provider",
  isTarget: (session: LiveSession) => boolean = () => true,
): Promise<number> {
  const ended = await Promise.all(
    keys.map(async (key) => {
      const session = await loadSession(key);
      // A session whose tokens this process can't unseal (undefined here) ends, too.
      const isExcluded = session !== undefined && !isTarget(session);
      if (isExcluded || !(await endSession(key, reason))) return false;
      if (session) revoke(session).catch(() => undefined);
      return true;
    }),
  );
  return ended.filter(Boolean).length;
}

/** @returns false if the provider is down: its sign-out page would be down, too */
function revokeOrGiveUp(session: LiveSession): Promise<boolean> {
  // The person waits for 1 s at most, and the revocation continues.
  return Promise.race([revoke(session), wait(1_000, true, { ref: false })]);
}

async function revoke(session: LiveSession): Promise<boolean> {
  return (await undefinedIfDown(revokeTokens(session).then(() => true))) ?? false;
}

async function undefinedIfDown<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    log().warn({ err: error }, "signed out here alone");
    return undefined;
  }
}

type ProviderSignOut = { state: string; locale: Locale; session?: LiveSession };

/** @returns undefined if the provider has no sign-out page or is down */
async function providerSignOut({ state, locale, session }: ProviderSignOut): Promise<URL | undefined> {
  const back = `${env().APP_URL}${SIGNED_OUT_PATH}`;
  const url = endSessionUrl({
    ...(session && idTokenHint(session.idToken)),
    ui_locales: locale,
    post_logout_redirect_uri: back,
    // Cognito's name of the parameter.
    logout_uri: back,
    state,
  });
  return undefinedIfDown(url);
}
