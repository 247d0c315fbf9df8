import type { LoaderFunctionArgs } from "@remix-run/node";
import { database, databaseEngine } from "~/.server/db/database";
import { isDraining } from "~/.server/http/drain";
import { screenOf } from "~/.server/route-name";

export async function loader({ request }: LoaderFunctionArgs) {
  if (screenOf(request).name === "healthz") return plainText("ok");
  const isReady = !isDraining() && (await isDatabaseReachable());
  return isReady ? plainText("ready") : plainText("not ready", 503);
}

function plainText(word: string, status = 200): Response {
  return new Response(`${word}\n`, { status, headers: { "Content-Type": "text/plain; charset=utf-8" } });
}

async function isDatabaseReachable(): Promise<boolean> {
  try {
    await (await database()).selectFrom("leases").select("name").limit(1).execute();
    return (await databaseEngine()).isInPlace();
  } catch {
    return false;
  }
}
