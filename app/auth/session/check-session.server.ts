import { hasNews } from "~/.server/db/news";
import { hashed } from "~/.server/tokens";
import { peekSession } from "./session.server";
import { NEWS_HEADER, PERSON_HEADER, printExpiry, SESSION_ENDS_HEADER } from "./session-headers";
import { nearExpiry } from "./watch/session-expiry.server";

/** Lets a page notice that another person signed in. */
export function personMark(sub: string): string {
  return hashed(sub).slice(0, 16);
}

/** 204 or 401 without a body (docs/product.md §9). It doesn't count as using the session. */
export async function checkSession(
  cookieHeader: string | null,
): Promise<{ status: number; headers?: Record<string, string> }> {
  const session = await peekSession(cookieHeader);
  if (!session) return { status: 401 };
  const expiry = nearExpiry(session);
  const headers = {
    [PERSON_HEADER]: personMark(session.sub),
    ...((await hasNews(session.sub)) ? { [NEWS_HEADER]: "1" } : {}),
    ...(expiry ? { [SESSION_ENDS_HEADER]: printExpiry(expiry) } : {}),
  };
  return { status: 204, headers };
}
