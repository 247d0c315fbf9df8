import { sessionLivesIn } from "./session.server";

/** The session check of open pages (docs/product.md §9): 204 or 401, no body; it doesn't count as using the session. */
export async function checkSession(cookieHeader: string | null): Promise<number> {
  return (await sessionLivesIn(cookieHeader)) ? 204 : 401;
}
