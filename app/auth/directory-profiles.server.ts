import type { AccessTokens } from "~/.server/backend/backend-client";
import { createDirectoryApi } from "~/.server/backend/directory-api";
import { env } from "~/.server/env";
import type { DirectoryProfile } from "~/franchisee/directory-profile";

/** People whose profile is kept in this process, at most. */
const MAX_KEPT = 5_000;

type Kept = { profile: Promise<DirectoryProfile | null>; until: number; settled?: DirectoryProfile | null };

const kept = new Map<string, Kept>();

/**
 * The person's directory profile, kept for PROFILE_TTL_SECONDS; parallel loaders share one call.
 * @returns null when the directory has no record of the person
 * @throws BackendError; a failure isn't kept
 */
export function directoryProfile(id: string, tokens: AccessTokens): Promise<DirectoryProfile | null> {
  const now = Date.now();
  const known = kept.get(id);
  if (known && known.until > now) return known.profile;
  const profile = createDirectoryApi(tokens).find(id);
  const entry: Kept = { profile, until: now + env().PROFILE_TTL_SECONDS * 1000 };
  kept.delete(id);
  kept.set(id, entry);
  if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value as string);
  profile.then(
    (value) => {
      entry.settled = value;
    },
    () => {
      if (kept.get(id) === entry) kept.delete(id);
    },
  );
  return profile;
}

/** What is known of the person right now, for a page that must not wait for the directory. */
export function knownProfile(id: string): DirectoryProfile | null | undefined {
  const known = kept.get(id);
  return known && known.until > Date.now() ? known.settled : undefined;
}

/** Forgets a person's profile, so that a changed job title counts at the next sign-in. */
export function forgetProfile(id: string): void {
  kept.delete(id);
}
