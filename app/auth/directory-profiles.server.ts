import type { AccessTokens } from "~/.server/backend/backend-client";
import { createDirectoryApi } from "~/.server/backend/directory-api";
import { env } from "~/.server/env";
import type { DirectoryProfile } from "~/franchisee/directory-profile";

/** People whose profile is cached in this process, at most. */
const MAX_CACHED = 5_000;

type CachedProfile = { profile: Promise<DirectoryProfile | null>; until: number; settled?: DirectoryProfile | null };

const cache = new Map<string, CachedProfile>();

/**
 * The person's directory profile, cached for PROFILE_TTL_SECONDS; parallel loaders share one call.
 * @returns null when the directory has no record of the person
 * @throws BackendError; a failure isn't cached
 */
export function directoryProfile(id: string, tokens: AccessTokens): Promise<DirectoryProfile | null> {
  const now = Date.now();
  const known = cache.get(id);
  if (known && known.until > now) return known.profile;
  const profile = createDirectoryApi(tokens).find(id);
  const entry: CachedProfile = { profile, until: now + env().PROFILE_TTL_SECONDS * 1000 };
  cache.delete(id);
  cache.set(id, entry);
  if (cache.size > MAX_CACHED) cache.delete(cache.keys().next().value as string);
  profile.then(
    (value) => {
      entry.settled = value;
    },
    () => {
      if (cache.get(id) === entry) cache.delete(id);
    },
  );
  return profile;
}

/** What is known of the person right now, for a page that must not wait for the directory. */
export function knownProfile(id: string): DirectoryProfile | null | undefined {
  const known = cache.get(id);
  return known && known.until > Date.now() ? known.settled : undefined;
}

/** Forgets a person's profile, so that a changed job title counts at the next sign-in. */
export function forgetProfile(id: string): void {
  cache.delete(id);
}
