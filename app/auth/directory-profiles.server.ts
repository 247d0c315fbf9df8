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

/** By directory id. Only franchisees are cached, so a new role takes effect at once. */
const profiles = new LRUCache<string, DirectoryProfile>({ max: 5_000 });

/** By session key, not by person: the directory may refuse the token of one session only. */
const runningCalls = new Map<string, Promise<DirectoryProfile | null>>();

/**
 * Returns the profile from the directory. While the directory is down, returns the session's stored
 * profile (`isFallback`), for up to PROFILE_STALE_MINUTES.
 */
export async function profileOrFallback(
  session: LiveSession,
  tokens: AccessTokens,
): Promise<{ profile: DirectoryProfile | null; isFallback: boolean }> {
  try {
    const profile = await directoryProfile(session.directoryId, session.key, tokens);
    // A failure to store is ignored: only later requests need the stored profile.
    await storeDirectoryAnswer(session, profile).catch(() => undefined);
    return { profile, isFallback: false };
  } catch (error) {
    if (!(error instanceof BackendError)) throw error;
    if (!isDirectoryAway(error)) {
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
  // The TTL starts before the request: the directory may have read the profile at any time since.
  const start = performance.now();
  const profile = await createDirectoryApi(tokens).find(id);
  const ttl = env().PROFILE_TTL_SECONDS * 1000;
  // With a TTL of 0 nothing is cached: lru-cache would keep the profile for ever.
  if (profile && ttl > 0 && isFranchisee(profile)) profiles.set(id, profile, { ttl, start });
  return profile;
}

export function cachedProfile(id: string): DirectoryProfile | undefined {
  return profiles.get(id);
}

export function forgetProfile(id: string): void {
  profiles.delete(id);
}
