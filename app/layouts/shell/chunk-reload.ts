/**
 * SPEC.md §4: when a page's chunk can't be loaded (a new version was deployed meanwhile), the target page is loaded
 * as a new document. Remix reloads the page that is still shown; so the target is remembered for the time of the
 * navigation, and the document that comes by that reload goes on to it.
 */
const KEY = "panel:going-to";

/** @param target path, query and fragment of the page being loaded; nothing when none is */
export function rememberTarget(target: string | undefined): void {
  try {
    if (target) sessionStorage.setItem(KEY, target);
    else sessionStorage.removeItem(KEY);
  } catch {
    // Storage may be forbidden; then the page that is shown reloads, as Remix would have it.
  }
}

/**
 * To be called before hydration. Goes to the target at most once: it is forgotten before the browser leaves.
 * @returns whether the browser is leaving this document
 */
export function resumeTarget(): boolean {
  let target: string | null = null;
  try {
    target = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
  } catch {
    return false;
  }
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const { pathname, search, hash } = window.location;
  if (!target?.startsWith("/") || entry?.type !== "reload" || target === pathname + search + hash) return false;
  window.location.assign(new URL(target, window.location.origin));
  return true;
}
