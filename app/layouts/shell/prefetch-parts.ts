import { matchRoutes } from "@remix-run/react";
import { useContext, useEffect } from "react";
import { UNSAFE_DataRouterContext as RouterContext } from "react-router";
import { askForParts } from "./route-parts";

/** What comes before a click, be it by a mouse, a finger or a key. */
const SIGNS = ["pointerover", "focusin"];

/**
 * The parts of the page that a link leads to are asked for when somebody is about to follow it, so that the click costs one
 * round trip, its data's. The data itself is never asked for ahead (docs/performance.md).
 */
export function usePrefetchedParts(): void {
  const router = useContext(RouterContext)?.router;
  useEffect(() => {
    if (!router) return;
    const seen = new WeakSet<Element>();
    const look = ({ target }: Event) => {
      const link = target instanceof Element && target.closest<HTMLAnchorElement>("a[href]:not([download], [target])");
      if (!link || seen.has(link) || link.origin !== window.location.origin || !mayLoad()) return;
      seen.add(link);
      for (const { route } of matchRoutes(router.routes, link.pathname) ?? []) {
        if (route.lazy && route.id) askForParts(route.id);
      }
    };
    for (const sign of SIGNS) document.addEventListener(sign, look);
    return () => {
      for (const sign of SIGNS) document.removeEventListener(sign, look);
    };
  }, [router]);
}

/** Not where there is no network, nor where the person wants no more than needed (Network Information API, where there is one). */
function mayLoad(): boolean {
  const { onLine, connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return onLine && connection?.saveData !== true;
}
