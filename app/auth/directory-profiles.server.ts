import { LRUCache } from "lru-cache";
import type { AccessTokens } from "~/.server/backend/backend-client";
import { createDirectoryApi } from "~/.server/backend/directory-api";
import { env } from "~/.server/env";
import { isRecent } from "~/.server/is-recent";
import type { DirectoryProfile } from "~/domain/directory-profile";
import { isFranchisee } from "~/domain/is-franchisee";

/** People whose profile is cached in this process, at most. */
const MAX_CACHED = 5_000;

type CachedProfile = {
  /** When it was begun, in ms since the epoch. */
  at: number;
  /** The directory's answer, whichever session asked; only if it lets the person in. */
  settled?: DirectoryProfile;
  /** Calls under way, by the key of the session whose token they carry. */
  asked: Map<string, Promise<DirectoryProfile | null>>;
};

const cache = new LRUCache<string, CachedProfile>({ max: MAX_CACHED });

/**
 * The person's directory profile. Parallel loaders of one session share a call; another session of the
 * same person makes its own, because a token that is refused says nothing about another token.
 * A franchisee's profile is cached for PROFILE_TTL_SECONDS. Anybody else's is not cached: people whose
 * job title was corrected get in with their next request, on every replica.
 * @param session the key of the session that the tokens belong to
 * @returns null when the directory has no record of the person
 * @throws BackendError; a failure isn't cached
 */
export async function directoryProfile(
  id: string,
  session: string,
  tokens: AccessTokens,
): Promise<DirectoryProfile | null> {
  const entry = cachedNow(id) ?? begun(id);
  if (entry.settled !== undefined) return entry.settled;
  const asked = entry.asked.get(session) ?? ask(id, entry, tokens).finally(() => entry.asked.delete(session));
  entry.asked.set(session, asked);
  return asked;
}

async function ask(id: string, entry: CachedProfile, tokens: AccessTokens): Promise<DirectoryProfile | null> {
  const profile = await createDirectoryApi(tokens).find(id);
  if (profile && isFranchisee(profile)) entry.settled = profile;
  return profile;
}

function cachedNow(id: string): CachedProfile | undefined {
  const known = cache.get(id);
  return isRecent(env().PROFILE_TTL_SECONDS * 1000, known?.at) ? known : undefined;
}

function begun(id: string): CachedProfile {
  const entry: CachedProfile = { at: Date.now(), asked: new Map() };
  cache.set(id, entry);
  return entry;
}

/** The cached profile of a franchisee, for a page that must not wait for the directory. */
export function knownProfile(id: string): DirectoryProfile | undefined {
  return cachedNow(id)?.settled;
}

/** Forgets a person's profile, so that a changed job title counts at the next sign-in. */
export function forgetProfile(id: string): void {
  cache.delete(id);
}
