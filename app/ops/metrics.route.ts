import { createHash, timingSafeEqual } from "node:crypto";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { env } from "~/.server/env";
import { registry } from "~/.server/metrics";

export async function loader({ request }: LoaderFunctionArgs) {
  const { METRICS_TOKEN } = env();
  if (!METRICS_TOKEN) throw new Response(null, { status: 404 });
  const authorization = request.headers.get("Authorization") ?? "";
  if (!isEqual(authorization, `Bearer ${METRICS_TOKEN.reveal()}`)) {
    return new Response(null, { status: 401, headers: { "WWW-Authenticate": "Bearer" } });
  }
  return new Response(await registry.metrics(), { headers: { "Content-Type": registry.contentType } });
}

/** Compares digests, because `timingSafeEqual` throws if the lengths differ. */
function isEqual(a: string, b: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
