import { env } from "~/.server/env";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

export type OriginFacts = {
  method: string;
  /** The `Origin` header, exactly as it came. */
  origin: string | undefined;
  /** The `Sec-Fetch-Site` header (Fetch Metadata). */
  site: string | undefined;
  /** Whether a session cookie came along, alive or not. */
  withSession: boolean;
};

export function isUnsafe(method: string): boolean {
  return !SAFE_METHODS.has(method.toUpperCase());
}

/**
 * The one CSRF check (docs/security.md): an unsafe request comes from a page of APP_URL, or it isn't run. `Origin`
 * must be ours when it is there; when it isn't, `Sec-Fetch-Site: same-origin` stands in for it, and without that only
 * a request that brings no session may pass. Forwarded headers and Host are never looked at.
 */
export function isForeign({ method, origin, site, withSession }: OriginFacts): boolean {
  if (!isUnsafe(method)) return false;
  if (site === "cross-site" || site === "same-site") return true;
  if (origin !== undefined) return origin !== env().APP_URL;
  return withSession && site !== "same-origin";
}

/** Whether one of our own pages led here; a browser that doesn't say so by `Sec-Fetch-Site` does by its `Referer`. */
export function isFromOwnPage({ headers }: Request): boolean {
  const site = headers.get("Sec-Fetch-Site");
  if (site) return site === "same-origin";
  const referer = headers.get("Referer");
  return referer !== null && URL.canParse(referer) && new URL(referer).origin === env().APP_URL;
}
