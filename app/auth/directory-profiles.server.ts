import { LRUCache } from "lru-cache";
import type { AccessTokens } from "~/.server/backend/backend-client";
import { createDirectoryApi } from "~/.server/backend/directory-api";
import { env } from "~/.server/env";
import { isRecent } from "~/.server/is-recent";
import type { DirectoryProfile } from "~/domain/directory-profile";
import { isFranchisee } from "~/domain/is-franchisee";

const MAX_CACHED = 5_000;

type CachedProfile = {
  /** In ms since the epoch. */
  at: number;
  /** Only a franchisee's profile. */
  settled?: DirectoryProfile;
  /** Running calls, by the key of the session whose token they carry. */
  asked: Map<string, Promise<DirectoryProfile | null>>;
};

const cache = new LRUCache<string, CachedProfile>({ max: MAX_CACHED });

/**
 * One call per session, because a refused token says nothing about another one. Only a franchisee's
 * profile is cached, so a corrected job title counts with the next request. Null: no record.
 * @throws BackendError
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

export function knownProfile(id: string): DirectoryProfile | undefined {
  return cachedNow(id)?.settled;
}

/** A changed job title then counts at the next sign-in. */
export function forgetProfile(id: string): void {
  cache.delete(id);
}
