import { LRUCache } from "lru-cache";
import type { AccessTokens } from "~/.server/backend/backend-client";
import { BackendError } from "~/.server/backend/backend-error";
import { createDirectoryApi } from "~/.server/backend/directory-api";
import { env } from "~/.server/env";
import {
  fallbackProfile,
  forgetFallbackProfile,
  isDirectoryAway,
  storeDirectoryAnswer,
} from "~/auth/session/directory-answer.server";
import type { LiveSession } from "~/auth/session/session.server";
import { type DirectoryProfile, isFranchisee } from "~/domain/franchisee-role";

/** By directory id. Only franchisees are cached, so that a role that somebody gets counts at once. */
const profiles = new LRUCache<string, DirectoryProfile>({ max: 5_000 });

/** By session key, not by person: a token that the directory refuses is refused for one session. */
const runningCalls = new Map<string, Promise<DirectoryProfile | null>>();

/**
 * The directory's profile. While the directory is down the last stored profile is returned, if it
 * isn't older than PROFILE_STALE_MINUTES.
 * @throws BackendError, DatabaseUnavailable
 */
export async function profileOrFallback(
  session: LiveSession,
  tokens: AccessTokens,
): Promise<{ profile: DirectoryProfile | null; isFallback: boolean }> {
  try {
    const profile = await directoryProfile(session.directoryId, session.key, tokens);
    // If storing fails, this request goes on: it has the directory's own answer.
    await storeDirectoryAnswer(session, profile).catch(() => undefined);
    return { profile, isFallback: false };
  } catch (error) {
    if (!(error instanceof BackendError)) throw error;
    if (!isDirectoryAway(error)) {
      // If the database is away, DatabaseUnavailable replaces the directory's refusal.
      await forgetFallbackProfile(session);
      throw error;
    }
    const storedProfile = await fallbackProfile(session);
    if (!storedProfile) throw error;
    return { profile: storedProfile, isFallback: true };
  }
}

/** @returns null if the directory has no record of the person. @throws BackendError */
export async function directoryProfile(
  id: string,
  sessionKey: string,
  tokens: AccessTokens,
): Promise<DirectoryProfile | null> {
  const profile = profiles.get(id);
  if (profile) return profile;
  const call = runningCalls.get(sessionKey) ?? fetchProfile(id, tokens).finally(() => runningCalls.delete(sessionKey));
  runningCalls.set(sessionKey, call);
  return call;
}

async function fetchProfile(id: string, tokens: AccessTokens): Promise<DirectoryProfile | null> {
  // The TTL counts from the request, because the directory may have read the profile then.
  const start = performance.now();
  const profile = await createDirectoryApi(tokens).find(id);
  const ttl = env().PROFILE_TTL_SECONDS * 1000;
  // lru-cache would keep an entry with a TTL of 0 for ever.
  if (profile && ttl > 0 && isFranchisee(profile)) profiles.set(id, profile, { ttl, start });
  return profile;
}

export function cachedProfile(id: string): DirectoryProfile | undefined {
  return profiles.get(id);
}

/** Makes the next request ask the directory again, so that a changed job title counts at once. */
export function forgetProfile(id: string): void {
  profiles.delete(id);
}
