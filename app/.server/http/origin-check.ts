import { env } from "~/.server/env";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

export type OriginFacts = {
  method: string;
  origin: string | undefined;
  site: string | undefined;
  /** A session cookie was sent, alive or not. */
  withSession: boolean;
};

export function isUnsafe(method: string): boolean {
  return !SAFE_METHODS.has(method.toUpperCase());
}

/**
 * The only CSRF check: `Origin` must be ours, or else `Sec-Fetch-Site` same-origin; without both
 * only a request without a session passes. Forwarded headers and Host don't count.
 */
export function isForeign({ method, origin, site, withSession }: OriginFacts): boolean {
  if (!isUnsafe(method)) return false;
  if (site === "cross-site" || site === "same-site") return true;
  if (origin !== undefined) return origin !== env().APP_URL;
  return withSession && site !== "same-origin";
}

/** Falls back to `Referer` in browsers without `Sec-Fetch-Site`. */
export function isFromOwnPage({ headers }: Request): boolean {
  const site = headers.get("Sec-Fetch-Site");
  if (site) return site === "same-origin";
  const referer = headers.get("Referer");
  return referer !== null && URL.canParse(referer) && new URL(referer).origin === env().APP_URL;
}

/** Older browsers send `Purpose`. */
export function isPrefetch({ headers }: Request): boolean {
  return /prefetch/i.test(headers.get("Sec-Purpose") ?? headers.get("Purpose") ?? "");
}
