import { LRUCache } from "lru-cache";
import { z } from "zod";
import { BackendError } from "~/.server/backend/backend-error";
import { database } from "~/.server/db/database";
import type { Row } from "~/.server/db/schema";
import { env } from "~/.server/env";
import { isRecent } from "~/.server/times";
import type { DirectoryProfile } from "~/domain/franchisee";
import type { LiveSession } from "./session.server";

const MAX_CACHED_SESSIONS = 10_000;

/** After this time the same role is stored again: another process may have written since. */
const ROLE_TTL_MS = 60_000;

/** The roles that this process stored last, by session key. */
const storedRoles = new LRUCache<string, { isFranchisee: boolean; at: number }>({ max: MAX_CACHED_SESSIONS });

/**
 * Stores the role for public pages, which mustn't wait for the directory. It grants no access.
 * @throws DatabaseUnavailable
 */
export async function rememberRole({ key }: LiveSession, isFranchisee: boolean): Promise<void> {
  const last = storedRoles.get(key);
  if (last?.isFranchisee === isFranchisee && isRecent(ROLE_TTL_MS, last.at)) return;
  await store(key, { is_franchisee: isFranchisee ? 1 : 0 });
  storedRoles.set(key, { isFranchisee, at: Date.now() });
}

/** Undefined before the directory was called in this session. @throws DatabaseUnavailable */
export async function recallRole({ key }: LiveSession): Promise<boolean | undefined> {
  const answer = await answerOf(key);
  return answer?.is_franchisee == null ? undefined : answer.is_franchisee === 1;
}

const text = z.string().optional();
const profileSchema = z.object({ displayName: text, givenName: text, surname: text, mail: text, jobTitle: text });

/** The profiles that this process stored last, by session key. */
const storedProfiles = new LRUCache<string, { at: number; profile: string }>({ max: MAX_CACHED_SESSIONS });
const staleMs = () => env().PROFILE_STALE_MINUTES * 60_000;

/** Stores the profile that serves while the directory is down (docs/product.md §6). */
export async function keepFallbackProfile({ key }: LiveSession, profile: DirectoryProfile): Promise<void> {
  if (staleMs() === 0) return;
  const last = storedProfiles.get(key);
  const next = { at: Date.now(), profile: JSON.stringify(profile) };
  // The same profile is stored again after a tenth of its time, because `profile_until` has to move.
  if (last?.profile === next.profile && isRecent(staleMs() / 10, last.at)) return;
  await store(key, { profile: next.profile, profile_until: Date.now() + staleMs() });
  storedProfiles.set(key, next);
}

/** Makes a refusal count at once, on every replica. @throws DatabaseUnavailable */
export async function forgetFallbackProfile({ key }: LiveSession): Promise<void> {
  storedProfiles.delete(key);
  await store(key, { profile: null, profile_until: null });
}

/** @throws DatabaseUnavailable */
export async function fallbackProfile({ key }: LiveSession): Promise<DirectoryProfile | undefined> {
  const { profile, profile_until: until } = (await answerOf(key)) ?? {};
  return profile && (until ?? 0) > Date.now() ? profileSchema.safeParse(JSON.parse(profile)).data : undefined;
}

type Answer = Pick<Row<"sessions">, "is_franchisee" | "profile" | "profile_until">;

async function store(key: string, answer: Partial<Answer>): Promise<void> {
  await (await database()).updateTable("sessions").set(answer).where("key", "=", key).execute();
}

async function answerOf(key: string): Promise<Answer | undefined> {
  const sessions = (await database()).selectFrom("sessions").where("key", "=", key);
  return sessions.select(["is_franchisee", "profile", "profile_until"]).executeTakeFirst();
}

/** Whether the directory gave no answer. A 4xx and a redirect count as answers. */
export function isDirectoryAway(error: unknown): boolean {
  if (!(error instanceof BackendError) || error.backend !== "profile") return false;
  return error.kind === "status" ? error.status >= 500 : error.kind !== "unauthorized" && error.kind !== "redirect";
}
