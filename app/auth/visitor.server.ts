import type { AccessTokens } from "~/.server/backend/backend-client";
import { DatabaseUnavailable } from "~/.server/db/errors";
import { takeLoadSlot } from "~/.server/http/page-slots";
import { type RequestScope, requestScope } from "~/.server/http/request-scope";
import { log } from "~/.server/log";
import { accessRefused } from "~/.server/metrics";
import { screenOf } from "~/.server/route-name";
import { accessTokens } from "~/auth/session/access-tokens.server";
import { freshSession } from "~/auth/session/renewal.server";
import { type LiveSession, sessionEnd, sessionKey, touchSession } from "~/auth/session/session.server";
import { secondsToRenewal } from "~/auth/session/token-life.server";
import { type ApplicationStatus, type DirectoryProfile, isFranchisee } from "~/domain/franchisee-role";
import { cachedProfile, profileOrFallback } from "./directory-profiles.server";

/** A session without its tokens. */
export type SessionFacts = Pick<
  LiveSession,
  "key" | "sub" | "directoryId" | "name" | "email" | "startedAt" | "idleEndsAt"
> & {
  /** The session's end, apart from the idle limit. */
  endsAt: number;
  /** Null if the provider doesn't say when the access token expires. */
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

/** All loaders of a request share one visitor. */
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
    // Only pages take a load slot. Routes without a page (files) use the slots of download.ts.
    if (session && screenOf(request).layout !== "none") await takeLoadSlot(session.sub);
    const fresh = session && (await freshSession(session));
    if (!fresh) return { kind: "anonymous", hadSession: sessionKey(request) !== undefined };
    session = fresh;
    const tokens = accessTokens(fresh);
    const { profile } = await profileOrFallback(fresh, tokens);
    if (!isFranchisee(profile)) reportRefusal(profile ? "noRole" : "notInDirectory");
    return { kind: "person", session: fresh, tokens, profile };
  } catch (error) {
    return { kind: "failed", error, session };
  }
}

const REFUSAL_REASONS = ["notInDirectory", "noRole"] as const;
for (const reason of REFUSAL_REASONS) accessRefused.inc({ reason }, 0);

/** Shows operators a wrong OIDC_SUBJECT_CLAIM or PROFILE_API_URL: then everybody is refused. */
function reportRefusal(reason: (typeof REFUSAL_REASONS)[number]): void {
  accessRefused.inc({ reason });
  log().warn({ reason }, "no franchisee");
}

/** For the root loader and public pages. Never redirects or throws. */
export async function resolveAccess(request: Request): Promise<Access> {
  if (screenOf(request).access !== "franchisee") return publicPageAccess(request);
  const visitor = await visitorOf(request);
  if (visitor.kind === "person") return accessOf(visitor.session, visitor.profile, isFranchisee(visitor.profile));
  return accessOf(visitor.kind === "failed" ? visitor.session : undefined);
}

/** Uses the cached or stored role: an error page must not call a slow directory again. */
async function publicPageAccess(request: Request): Promise<Access> {
  try {
    const session = await touchSession(request);
    if (!session) return accessOf(undefined);
    const profile = cachedProfile(session.directoryId);
    const hasRole = profile ? isFranchisee(profile) : session.wasFranchisee;
    // Error and auth pages don't show a missing role (docs/product.md §3).
    const isHidden = hasRole === false && /^(auth|error)\b/.test(screenOf(request).name);
    return accessOf(session, profile, isHidden ? undefined : hasRole);
  } catch (error) {
    // Only `debug` for an outage of the database, whose cause guarded-dialect.ts has logged.
    const level = error instanceof DatabaseUnavailable ? "debug" : "warn";
    log()[level]({ err: error }, "a public page is shown without its visitor");
    return accessOf(undefined);
  }
}

/** @param hasRole undefined if the role is unknown or not shown */
function accessOf(session: LiveSession | undefined, profile?: DirectoryProfile | null, hasRole?: boolean): Access {
  const knownStatus = hasRole ? "success" : "unauthorized";
  return {
    applicationStatus: hasRole === undefined ? "initial" : knownStatus,
    userProfile: profile ?? null,
    session: session ? factsOf(session) : null,
  };
}

export async function signedInAccount(request: Request): Promise<Pick<SessionFacts, "name" | "email"> | null> {
  const { session } = await resolveAccess(request);
  return session && { name: session.name, email: session.email };
}

export function factsOf(session: LiveSession): SessionFacts {
  const { key, sub, directoryId, name, email, startedAt, idleEndsAt } = session;
  const facts = { key, sub, directoryId, name, email, startedAt, idleEndsAt };
  return { ...facts, endsAt: sessionEnd(session), renewInSeconds: secondsToRenewal(session) ?? null };
}
