import { env } from "~/.server/env";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

export type OriginFacts = {
  method: string;
  origin: string | undefined;
  site: string | undefined;
  /** Also for a session that has ended: only the cookie's presence counts. */
  hasSessionCookie: boolean;
};

export function isUnsafe(method: string): boolean {
  return !SAFE_METHODS.has(method.toUpperCase());
}

/**
 * The only rule against CSRF: `Sec-Fetch-Site` counts first, then `Origin`. A request without both
 * (`curl`, a very old browser) is foreign if it sends a session's cookie, which a page can cause.
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

/** Older browsers send `Purpose`. */
export function isPrefetch({ headers }: Request): boolean {
  return /prefetch/i.test(headers.get("Sec-Purpose") ?? headers.get("Purpose") ?? "");
}
