import { hashed } from "~/.server/db/hashed";
import { env } from "~/.server/env";
import { type LogEntry, store, wholeLog } from "~/.server/store/open-store";

/** Whose sessions: a person's, or those begun in one session of the provider. */
export type LogoutSubject = { sub: string } | { sid: string };

/** A person's of whom no more is known than the hash of the subject. */
type OfPerson = { subHash: string };

function logOf(subject: LogoutSubject | OfPerson): string {
  if ("sid" in subject) return nameOf("sid", hashed(subject.sid));
  return nameOf("sub", "sub" in subject ? hashed(subject.sub) : subject.subHash);
}

const nameOf = (kind: "sub" | "sid", hash: string) => `sessions-by-${kind}:${hash}`;

/** Makes a session findable for sign-out everywhere and for the provider's sign-out. */
export async function indexSession({ key, sub, sid }: { key: string; sub: string; sid?: string }): Promise<void> {
  const logs = await store();
  const seconds = env().SESSION_MAX_HOURS * 3600;
  const options = { reserve: "signIn" } as const;
  await logs.append(logOf({ sub }), key, seconds, options);
  if (sid) await logs.append(logOf({ sid }), key, seconds, options);
}

/** The keys of their sessions, those that have ended among them. */
export async function sessionsOf(subject: LogoutSubject | OfPerson): Promise<string[]> {
  return (await entriesOf(subject)).map(({ value }) => value);
}

/** The same as entries of the index, the newest first: each with the key as its value. */
export async function entriesOf(subject: LogoutSubject | OfPerson): Promise<LogEntry[]> {
  const all: LogEntry[] = [];
  for await (const entry of wholeLog(logOf(subject))) all.push(entry);
  return all;
}

export async function forgetEntries(subject: LogoutSubject, ids: readonly string[]): Promise<void> {
  const logs = await store();
  await Promise.all(ids.map((id) => logs.removeFromLog(logOf(subject), id)));
}

/** @throws StoreUnavailable */
export async function forgetSessionsOf(subject: LogoutSubject): Promise<void> {
  const entries = await entriesOf(subject);
  await forgetEntries(
    subject,
    entries.map(({ id }) => id),
  );
}
