import { LRUCache } from "lru-cache";
import { z } from "zod";
import { BackendError } from "~/.server/backend/backend-error";
import { bestEffortWrite, database } from "~/.server/db/database";
import type { Row } from "~/.server/db/schema";
import { env } from "~/.server/env";
import { type DirectoryProfile, isFranchisee } from "~/domain/franchisee-role";
import type { LiveSession } from "./session.server";

/** The same profile is stored again after this time at the earliest. */
const MIN_STORED_MS = 6_000;

const NO_FALLBACK = { profile: null, profile_until: null };

/** As JSON, by session key. */
const storedProfiles = new LRUCache<string, string>({ max: 10_000, ttl: MIN_STORED_MS });

/** Stores the role for public pages, and a franchisee's profile for an outage of the directory. */
export async function storeDirectoryAnswer(session: LiveSession, answer: DirectoryProfile | null): Promise<void> {
  if (!isFranchisee(answer)) return store(session, { is_franchisee: 0, ...NO_FALLBACK });
  const profile = JSON.stringify(answer);
  if (storedProfiles.get(session.key) === profile) return;
  const staleMs = env().PROFILE_STALE_MINUTES * 60_000;
  const stored = { is_franchisee: 1, profile, profile_until: Date.now() + staleMs } as const;
  const isStored = await bestEffortWrite(() => store(session, stored).then(() => true));
  if (!isStored) return;
  // The profile is stored again long before `profile_until`, but not at each request: it may come
  // from this process's cache, and would overwrite a refusal that another process has just stored.
  storedProfiles.set(session.key, profile, { ttl: Math.max(MIN_STORED_MS, staleMs / 10) });
}

export async function forgetFallbackProfile(session: LiveSession): Promise<void> {
  await store(session, NO_FALLBACK);
}

const text = z.string().optional();
const profileSchema = z.object({ displayName: text, givenName: text, surname: text, mail: text, jobTitle: text });

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

/** No response, or a 5xx. */
export function isDirectoryAway(error: unknown): boolean {
  if (!(error instanceof BackendError) || error.backend !== "profile") return false;
  return error.kind === "status" ? error.status >= 500 : error.kind !== "unauthorized" && error.kind !== "redirect";
}
