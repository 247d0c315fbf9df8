import { env } from "~/.server/env";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

export type OriginFacts = {
  method: string;
  origin: string | undefined;
  site: string | undefined;
  /** Whether the cookie is present, even if its session has ended. */
  hasSessionCookie: boolean;
};

export function isUnsafe(method: string): boolean {
  return !SAFE_METHODS.has(method.toUpperCase());
}

/**
 * Protects against CSRF. If `Sec-Fetch-Site` and `Origin` are missing (`curl`, a very old browser),
 * a request with a session cookie is foreign, because a page of another site may have caused it.
 */
export function isForeign({ method, origin, site, hasSessionCookie }: OriginFacts): boolean {
  if (!isUnsafe(method)) return false;
  if (site === "cross-site" || site === "same-site") return true;
  if (origin !== undefined) return origin !== env().APP_URL;
  return hasSessionCookie && site !== "same-origin";
}

/** Falls back to `Referer` in browsers without `Sec-Fetch-Site`. */
export function isFromOwnPage({ headers }: Request): boolean {
  const site = headers.get("Sec-Fetch-Site");
  if (site) return site === "same-origin";
  const referer = headers.get("Referer");
  return referer !== null && URL.canParse(referer) && new URL(referer).origin === env().APP_URL;
}

/** Older browsers send `Purpose` instead of `Sec-Purpose`. */
export function isPrefetch({ headers }: Request): boolean {
  return /prefetch/i.test(headers.get("Sec-Purpose") ?? headers.get("Purpose") ?? "");
}
