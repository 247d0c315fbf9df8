import { BoundedMap } from "~/.server/bounded-map";
import { hashed } from "~/.server/store/hashed";
import { hasNews } from "~/.server/store/news";
import { NEWS_HEADER, PERSON_HEADER } from "~/auth/timing";
import { livingKeyIn, loadSession } from "./session.server";

/** Sessions whose person this process remembers. */
const MAX_REMEMBERED = 20_000;
/** Whose a session is, by its key: that never changes, so only its first check has to unseal the record. */
const subjects = new BoundedMap<string, string>(MAX_REMEMBERED);

/** By which a page tells one person from another who signs in later in its browser. */
export function personMark(sub: string): string {
  return hashed(sub).slice(0, 16);
}

/**
 * The session check of open pages (docs/product.md §9): 204 or 401, no body; it doesn't count as using the session. One
 * header says whose it is, another that there is something to tell them (`sellers/jobs/news.route.ts`).
 */
export async function checkSession(
  cookieHeader: string | null,
): Promise<{ status: number; headers?: Record<string, string> }> {
  const key = await livingKeyIn(cookieHeader);
  const sub = key && (await subjectOf(key));
  if (!sub) return { status: 401 };
  const headers = { [PERSON_HEADER]: personMark(sub), ...((await hasNews(sub)) ? { [NEWS_HEADER]: "1" } : {}) };
  return { status: 204, headers };
}

async function subjectOf(key: string): Promise<string | undefined> {
  const known = subjects.get(key);
  if (known !== undefined) return known;
  const session = await loadSession(key);
  if (!session) return undefined;
  subjects.set(key, session.sub);
  return session.sub;
}
