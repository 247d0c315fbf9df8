import { LRUCache } from "lru-cache";
import { z } from "zod";
import { BackendError } from "~/.server/backend/backend-error";
import { seal, unseal } from "~/.server/db/seal";
import { env } from "~/.server/env";
import { isRecent } from "~/.server/is-recent";
import { store } from "~/.server/store/open-store";
import type { DirectoryProfile } from "~/domain/directory-profile";
import { besideSession, endOf, type LiveSession } from "./session.server";

const MAX_KNOWN = 10_000;

/** In ms: another process may have written since. */
const KNOWN_FOR_MS = 60_000;

const roles = new LRUCache<string, { isFranchisee: boolean; at: number }>({ max: MAX_KNOWN });
const roleKey = ({ key }: LiveSession) => besideSession.role(key);

/**
 * Stores the role for public pages, which mustn't wait for the directory. It grants no access.
 * @throws StoreUnavailable
 */
export async function rememberRole(session: LiveSession, isFranchisee: boolean): Promise<void> {
  const before = roles.get(session.key);
  if (before?.isFranchisee === isFranchisee && isRecent(KNOWN_FOR_MS, before.at)) return;
  const seconds = Math.max(1, Math.ceil((endOf(session) - Date.now()) / 1000));
  await (await store()).put(roleKey(session), isFranchisee ? "franchisee" : "none", seconds);
  roles.set(session.key, { isFranchisee, at: Date.now() });
}

/** Undefined before the directory was called in this session. @throws StoreUnavailable */
export async function rememberedRole(session: LiveSession): Promise<boolean | undefined> {
  const role = await (await store()).get(roleKey(session));
  return role === undefined ? undefined : role === "franchisee";
}

/** Part of the record's time after which it is written again. */
const REWRITTEN_AFTER = 0.1;
const text = z.string().optional();
const profileSchema = z.object({ displayName: text, givenName: text, surname: text, mail: text, jobTitle: text });

/** `at` is monotonic, in ms. */
const fallbacks = new LRUCache<string, { at: number; profile: string }>({ max: MAX_KNOWN });
const recordKey = ({ key }: LiveSession) => besideSession.fallbackProfile(key);
const staleSeconds = () => env().PROFILE_STALE_MINUTES * 60;

/** For when the directory is down (docs/product.md §6). @throws StoreUnavailable */
export async function keepFallbackProfile(session: LiveSession, profile: DirectoryProfile): Promise<void> {
  if (staleSeconds() === 0) return;
  const before = fallbacks.get(session.key);
  const now = { at: performance.now(), profile: JSON.stringify(profile) };
  const fresh = before && now.at - before.at < staleSeconds() * 1000 * REWRITTEN_AFTER;
  if (fresh && before.profile === now.profile) return;
  const key = recordKey(session);
  await (await store()).put(key, seal(profile, key), staleSeconds());
  fallbacks.set(session.key, now);
}

/** A refusal counts at once, on every replica. @throws StoreUnavailable */
export async function forgetFallbackProfile(session: LiveSession): Promise<void> {
  fallbacks.delete(session.key);
  await (await store()).delete(recordKey(session));
}

/** @throws StoreUnavailable */
export async function fallbackProfile(session: LiveSession): Promise<DirectoryProfile | undefined> {
  const key = recordKey(session);
  return unseal(await (await store()).get(key), key, profileSchema);
}

/** A refusal (4xx) is an answer. */
export function isDirectoryAway(error: unknown): boolean {
  if (!(error instanceof BackendError) || error.backend !== "profile") return false;
  return error.kind === "status" ? error.status >= 500 : error.kind !== "unauthorized" && error.kind !== "redirect";
}
