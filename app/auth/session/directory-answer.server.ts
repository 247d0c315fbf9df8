import { LRUCache } from "lru-cache";
import { z } from "zod";
import { BackendError } from "~/.server/backend/backend-error";
import { bestEffortWrite, database } from "~/.server/db/database";
import type { Row } from "~/.server/db/schema";
import { env } from "~/.server/env";
import { type DirectoryProfile, isFranchisee } from "~/domain/franchisee-role";
import type { LiveSession } from "./session.server";

/** How long the same profile isn't stored again, in ms, whatever PROFILE_STALE_MINUTES is. */
const MIN_STORED_MS = 6_000;

const NO_FALLBACK = { profile: null, profile_until: null };

/** The profiles that this process stored last, by session key. */
const storedProfiles = new LRUCache<string, string>({ max: 10_000, ttl: MIN_STORED_MS });

/**
 * Stores the role, for public pages, and a franchisee's profile, for while the directory is down. A
 * person without the role loses the stored profile, so that no other process uses it.
 * @throws DatabaseUnavailable
 */
export async function storeDirectoryAnswer(session: LiveSession, answer: DirectoryProfile | null): Promise<void> {
  if (!isFranchisee(answer)) return store(session, { is_franchisee: 0, ...NO_FALLBACK });
  const profile = JSON.stringify(answer);
  if (storedProfiles.get(session.key) === profile) return;
  const staleMs = env().PROFILE_STALE_MINUTES * 60_000;
  const stored = { is_franchisee: 1, profile, profile_until: Date.now() + staleMs } as const;
  const isStored = await bestEffortWrite(() => store(session, stored).then(() => true));
  if (!isStored) return;
  // `profile_until` has to move long before it is reached. Sooner, a cached profile would overwrite
  // the refusal that another process has stored.
  storedProfiles.set(session.key, profile, { ttl: Math.max(MIN_STORED_MS, staleMs / 10) });
}

/** @throws DatabaseUnavailable */
export async function forgetFallbackProfile(session: LiveSession): Promise<void> {
  await store(session, NO_FALLBACK);
}

const text = z.string().optional();
const profileSchema = z.object({ displayName: text, givenName: text, surname: text, mail: text, jobTitle: text });

/** @throws DatabaseUnavailable */
export async function fallbackProfile({ key }: LiveSession): Promise<DirectoryProfile | undefined> {
  const rows = (await database()).selectFrom("sessions").select("profile").where("key", "=", key);
  const row = await rows.where("profile_until", ">", Date.now()).executeTakeFirst();
  return row?.profile ? profileSchema.safeParse(JSON.parse(row.profile)).data : undefined;
}

type Answer = Pick<Row<"sessions">, "is_franchisee" | "profile" | "profile_until">;

async function store({ key }: LiveSession, answer: Partial<Answer>): Promise<void> {
  storedProfiles.delete(key);
  await (await database()).updateTable("sessions").set(answer).where("key", "=", key).execute();
}

/** Whether the directory is down: no answer, or a 5xx. A 404 or a redirect is an answer. */
export function isDirectoryAway(error: unknown): boolean {
  if (!(error instanceof BackendError) || error.backend !== "profile") return false;
  return error.kind === "status" ? error.status >= 500 : error.kind !== "unauthorized" && error.kind !== "redirect";
}
