import { database } from "~/.server/db/database";
import { isDraining } from "~/.server/http/drain";

/** The process is ready if the database responds and no shutdown has begun. */
export async function loader() {
  const isReady = !isDraining() && (await isDatabaseReachable());
  return new Response(isReady ? "ready\n" : "not ready\n", {
    status: isReady ? 200 : 503,
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });
}

async function isDatabaseReachable(): Promise<boolean> {
  try {
    await (await database()).selectFrom("leases").select("name").limit(1).execute();
    return true;
  } catch {
    return false;
  }
}
