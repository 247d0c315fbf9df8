import type { AccessTokens } from "~/.server/backend/backend-client";
import { BackendError } from "~/.server/backend/backend-error";
import { type RequestScope, requestScope } from "~/.server/http/request-scope";
import { log } from "~/.server/log";
import { screenOf } from "~/.server/route-name";
import { accessTokens } from "~/auth/session/access-tokens.server";
import {
  fallbackProfile,
  forgetFallbackProfile,
  isDirectoryAway,
  storeDirectoryAnswer,
} from "~/auth/session/directory-answer.server";
import { freshSession } from "~/auth/session/renewal.server";
import { type LiveSession, sessionEnd, sessionKey, touchSession } from "~/auth/session/session.server";
import { secondsToRenewal } from "~/auth/session/token-life.server";
import { type ApplicationStatus, type DirectoryProfile, isFranchisee } from "~/domain/franchisee";
import { cachedProfile, directoryProfile } from "./directory-profiles.server";

/** What pages may know of a session. Times are milliseconds since the epoch. */
export type SessionFacts = {
  /** The session's key, for a background job. */
  id: string;
  sub: string;
  directoryId: string;
  name?: string;
  email?: string;
  startedAt: number;
  /** When the session ends even if it is used (`sessionEnd`). */
  endsAt: number;
  idleEndsAt: number;
  /** Null if the provider doesn't say when the token expires. */
  renewInSeconds: number | null;
};

export type Access = {
  applicationStatus: ApplicationStatus;
  userProfile: DirectoryProfile | null;
  session: SessionFacts | null;
};

export type Visitor =
  | { kind: "anonymous"; hadSession: boolean }
  | { kind: "person"; session: LiveSession; tokens: AccessTokens; profile: DirectoryProfile | null }
  | { kind: "failed"; error: unknown; session?: LiveSession };

/** All loaders of a request share one session read, one renewal and one profile. */
const visitors = new WeakMap<RequestScope, Promise<Visitor>>();

export function visitorOf(request: Request): Promise<Visitor> {
  const scope = requestScope();
  const visitor = visitors.get(scope) ?? findVisitor(request);
  visitors.set(scope, visitor);
  return visitor;
}

async function findVisitor(request: Request): Promise<Visitor> {
  let session: LiveSession | undefined;
  try {
    session = await touchSession(request);
    const fresh = session && (await freshSession(session));
    if (!fresh) return { kind: "anonymous", hadSession: sessionKey(request) !== undefined };
    session = fresh;
    const tokens = accessTokens(fresh);
    const { profile } = await profileOrFallback(fresh, tokens);
    return { kind: "person", session: fresh, tokens, profile };
  } catch (error) {
    return { kind: "failed", error, session };
  }
}

/**
 * The directory's profile, or while the directory is down the last one of PROFILE_STALE_MINUTES.
 * @throws BackendError, DatabaseUnavailable
 */
export async function profileOrFallback(
  session: LiveSession,
  tokens: AccessTokens,
): Promise<{ profile: DirectoryProfile | null; isFallback: boolean }> {
  try {
    const profile = await directoryProfile(directoryIdOf(session), session.key, tokens);
    // The directory has answered, so this request doesn't need the stored answer.
    await storeDirectoryAnswer(session, profile).catch(() => undefined);
    return { profile, isFallback: false };
  } catch (error) {
    if (!(error instanceof BackendError)) throw error;
    if (!isDirectoryAway(error)) {
      // Throws DatabaseUnavailable in place of the refusal if that can't be stored.
      await forgetFallbackProfile(session);
      throw error;
    }
    const last = await fallbackProfile(session);
    if (!last) throw error;
    return { profile: last, isFallback: true };
  }
}

/** For the root loader and public pages; never redirects or throws. */
export async function resolveAccess(request: Request): Promise<Access> {
  if (screenOf(request).access !== "franchisee") return publicPageAccess(request);
  const visitor = await visitorOf(request);
  if (visitor.kind === "person") return accessOf(visitor.session, visitor.profile, isFranchisee(visitor.profile));
  return accessOf(visitor.kind === "failed" ? visitor.session : undefined);
}

/**
 * Uses the directory's last answer: an error page about a slow directory must not call it again.
 */
async function publicPageAccess(request: Request): Promise<Access> {
  try {
    const session = await touchSession(request);
    if (!session) return accessOf(undefined);
    const profile = cachedProfile(directoryIdOf(session));
    const role = profile ? isFranchisee(profile) : session.wasFranchisee;
    // Error and auth pages tell nobody that the role is missing.
    const isRefusalHidden = role === false && /^(auth|error)\b/.test(screenOf(request).name);
    return accessOf(session, profile, isRefusalHidden ? undefined : role);
  } catch (error) {
    log().warn({ err: error }, "a public page is shown without its visitor");
    return accessOf(undefined);
  }
}

/** @param role undefined when it is unknown or not to be shown */
function accessOf(session: LiveSession | undefined, profile?: DirectoryProfile | null, role?: boolean): Access {
  const answeredStatus = role ? "success" : "unauthorized";
  return {
    applicationStatus: role === undefined ? "initial" : answeredStatus,
    userProfile: profile ?? null,
    session: session ? factsOf(session) : null,
  };
}

export async function signedInAccount(request: Request): Promise<Pick<SessionFacts, "name" | "email"> | null> {
  const { session } = await resolveAccess(request);
  return session && { name: session.name, email: session.email };
}

const directoryIdOf = ({ directoryId, sub }: LiveSession) => directoryId ?? sub;

export function factsOf(session: LiveSession): SessionFacts {
  const { key, sub, name, email, startedAt, idleEndsAt } = session;
  return {
    id: key,
    sub,
    directoryId: directoryIdOf(session),
    name,
    email,
    startedAt,
    endsAt: sessionEnd(session),
    idleEndsAt,
    renewInSeconds: secondsToRenewal(session) ?? null,
  };
}
