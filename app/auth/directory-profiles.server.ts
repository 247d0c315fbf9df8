import { LRUCache } from "lru-cache";
import type { AccessTokens } from "~/.server/backend/backend-client";
import { createDirectoryApi } from "~/.server/backend/directory-api";
import { env } from "~/.server/env";
import { isRecent } from "~/.server/times";
import { type DirectoryProfile, isFranchisee } from "~/domain/franchisee";

type CachedProfile = {
  /** When the entry was made, in ms since the epoch. */
  at: number;
  /** The profile of a franchisee; nobody else's is cached. */
  profile?: DirectoryProfile;
  /** Running calls, by the key of the session whose token they carry. */
  calls: Map<string, Promise<DirectoryProfile | null>>;
};

const cache = new LRUCache<string, CachedProfile>({ max: 5_000 });

/**
 * One call per session, because a refused token says nothing about another one. Only a franchisee's
 * profile is cached, so a corrected job title counts with the next request.
 * @returns null without a record
 * @throws BackendError
 */
export async function directoryProfile(
  id: string,
  sessionKey: string,
  tokens: AccessTokens,
): Promise<DirectoryProfile | null> {
  const entry = freshEntry(id) ?? addEntry(id);
  if (entry.profile) return entry.profile;
  const call =
    entry.calls.get(sessionKey) ?? fetchProfile(id, entry, tokens).finally(() => entry.calls.delete(sessionKey));
  entry.calls.set(sessionKey, call);
  return call;
}

async function fetchProfile(id: string, entry: CachedProfile, tokens: AccessTokens): Promise<DirectoryProfile | null> {
  const profile = await createDirectoryApi(tokens).find(id);
  if (profile && isFranchisee(profile)) entry.profile = profile;
  return profile;
}

function freshEntry(id: string): CachedProfile | undefined {
  const entry = cache.get(id);
  return isRecent(env().PROFILE_TTL_SECONDS * 1000, entry?.at) ? entry : undefined;
}

function addEntry(id: string): CachedProfile {
  const entry: CachedProfile = { at: Date.now(), calls: new Map() };
  cache.set(id, entry);
  return entry;
}

export function cachedProfile(id: string): DirectoryProfile | undefined {
  return freshEntry(id)?.profile;
}

/** After this a changed job title counts at once. */
export function forgetProfile(id: string): void {
  cache.delete(id);
}
