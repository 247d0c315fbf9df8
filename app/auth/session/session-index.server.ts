import { env } from "~/.server/env";
import { hashed } from "~/.server/store/hashed";
import { store } from "~/.server/store/open-store";

/** Whose sessions: a person's, or those begun in one session of the provider. */
export type LogoutSubject = { sub: string } | { sid: string };

const PAGE = 200;

function logOf(subject: LogoutSubject): string {
  const [kind, value] = "sub" in subject ? ["sub", subject.sub] : ["sid", subject.sid];
  return `sessions-by-${kind}:${hashed(value)}`;
}

/** Makes a session findable for sign-out everywhere and for the provider's sign-out. */
export async function indexSession({ key, sub, sid }: { key: string; sub: string; sid?: string }): Promise<void> {
  const logs = await store();
  const seconds = env().SESSION_MAX_HOURS * 3600;
  await logs.append(logOf({ sub }), key, seconds);
  if (sid) await logs.append(logOf({ sid }), key, seconds);
}

/** The keys of their sessions, those that have ended among them. */
export async function sessionsOf(subject: LogoutSubject): Promise<string[]> {
  const logs = await store();
  const keys: string[] = [];
  for (let before: string | undefined; ; ) {
    const entries = await logs.readLog(logOf(subject), { limit: PAGE, ...(before ? { before } : {}) });
    keys.push(...entries.map((entry) => entry.value));
    if (entries.length < PAGE) return keys;
    before = entries.at(-1)?.id;
  }
}

/** That there were any, too. @throws StoreUnavailable */
export async function forgetSessionsOf(subject: LogoutSubject): Promise<void> {
  const logs = await store();
  for (;;) {
    const entries = await logs.readLog(logOf(subject), { limit: PAGE });
    await Promise.all(entries.map(({ id }) => logs.removeFromLog(logOf(subject), id)));
    if (entries.length < PAGE) return;
  }
}
