import { startWorld } from "../support/world";
import { loadTimes, residentMB } from "./load";

/** What the image's CMD gives Node (Dockerfile). */
const AS_IN_THE_IMAGE = "--max-semi-space-size=32";

/** Resident memory of the whole server after so many requests. */
export type Resident = { after: number; mb: number };

/**
 * Asks for a page again and again, a few at a time, and reads on the way what the server holds: at
 * a quarter, at half, and at the end.
 * @param databaseUrl SQLite by default
 */
export async function residentAfter(path: string, requests: number, databaseUrl?: string): Promise<Resident[]> {
  const world = await startWorld({
    databaseUrl,
    env: { LOG_LEVEL: "warn", PROFILE_TTL_SECONDS: "3600", SESSION_IDLE_MINUTES: "60", NODE_OPTIONS: AS_IN_THE_IMAGE },
  });
  try {
    const browser = world.browser();
    await browser.signIn(world.sandbox.accounts.franchisee, path);
    const cookie = browser.cookieHeader;
    const found: Resident[] = [];
    let sent = 0;
    for (const after of [requests / 4, requests / 2, requests].map(Math.round)) {
      await loadTimes(`${world.appUrl}${path}`, cookie, after - sent);
      sent = after;
      found.push({ after, mb: residentMB(world.app.pid) });
    }
    return found;
  } finally {
    await world.close();
  }
}
