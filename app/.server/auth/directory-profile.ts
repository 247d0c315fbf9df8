import type { DirectoryProfile } from "~/profile/profile";
import type { AccessTokens } from "../backend/client";
import { createDirectoryApi } from "../backend/directory";
import { env } from "../env";

/** People whose profile is kept in this process, at most. */
const MOST_KEPT = 5_000;

type Kept = { profile: Promise<DirectoryProfile | null>; until: number; settled?: DirectoryProfile | null };

const kept = new Map<string, Kept>();

/**
 * The person's directory profile, kept for PROFILE_TTL_SECONDS; parallel loaders share one call.
 * @returns null when the directory has no record of the person
 * @throws BackendError; a failure isn't kept
 */
export function directoryProfile(sub: string, tokens: AccessTokens): Promise<DirectoryProfile | null> {
  const now = Date.now();
  const known = kept.get(sub);
  if (known && known.until > now) return known.profile;
  const profile = createDirectoryApi(tokens).find(sub);
  const entry: Kept = { profile, until: now + env().PROFILE_TTL_SECONDS * 1000 };
  kept.delete(sub);
  kept.set(sub, entry);
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value as string);
  profile.then(
    (value) => {
      entry.settled = value;
    },
    () => {
      if (kept.get(sub) === entry) kept.delete(sub);
    },
  );
  return profile;
}

/** What is known of the person right now, for a page that must not wait for the directory. */
export function knownProfile(sub: string): DirectoryProfile | null | undefined {
  const known = kept.get(sub);
  return known && known.until > Date.now() ? known.settled : undefined;
}

/** Forgets a person's profile, so that a changed job title counts at the next sign-in. */
export function forgetProfile(sub: string): void {
  kept.delete(sub);
}

/** SPEC.md §6: the comma-separated job title holds FRANCZYZOBIORCA, whatever the case. */
export function isFranchisee(profile: DirectoryProfile | null): boolean {
  const parts = profile?.jobTitle?.split(",") ?? [];
  // Lower case, not upper: the Turkish dotless ı becomes I in upper case and would pass for another letter.
  return parts.some((part) => part.trim().toLowerCase() === "franczyzobiorca");
}
