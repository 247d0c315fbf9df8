import { hasNews } from "~/.server/store/news";
import { NEWS_HEADER } from "~/auth/timing";
import { sessionIn } from "./session.server";

/**
 * The session check of open pages (docs/product.md §9): 204 or 401, no body; it doesn't count as using the session. A
 * header says that there is something to tell the person (`sellers/jobs/news.route.ts`).
 */
export async function checkSession(
  cookieHeader: string | null,
): Promise<{ status: number; headers?: Record<string, string> }> {
  const session = await sessionIn(cookieHeader);
  if (!session) return { status: 401 };
  return (await hasNews(session.sub)) ? { status: 204, headers: { [NEWS_HEADER]: "1" } } : { status: 204 };
}
