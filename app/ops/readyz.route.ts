import { database } from "~/.server/db/database";
import { isDraining } from "~/.server/http/drain";

/** Ready to be sent traffic: the database responds and the process isn't shutting down. */
export async function loader() {
  const ready = !isDraining() && (await isDatabaseReachable());
  return new Response(ready ? "ready\n" : "not ready\n", {
    status: ready ? 200 : 503,
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });
}

let check: Promise<boolean> | undefined;

/** Anybody may ask, so requests share one check. */
function isDatabaseReachable(): Promise<boolean> {
  check ??= readOneRow()
    .then(
      () => true,
      () => false,
    )
    .finally(() => {
      check = undefined;
    });
  return check;
}

async function readOneRow(): Promise<void> {
  const db = await database();
  await db.selectFrom("leases").select("name").limit(1).execute();
}
