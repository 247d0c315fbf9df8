import { useIsomorphicEffect } from "@mantine/hooks";
import { createPath, type Location } from "@remix-run/react";
import { lazy } from "react";
import { loadNamespaces } from "~/i18n/browser-i18n.client";
import { ownNamespaces } from "~/i18n/page-namespaces";
import { untilReachable } from "~/ui/connection/stalled-requests";
import { preloadRoute } from "./page-preloads";

type Route = (typeof window.__remixRouter.routes)[number];

/** Reloads the document, and suspends so that the old page is visible until then. */
const ReloadingPage = lazy(() => {
  window.location.reload();
  return new Promise<never>(() => undefined);
});

/**
 * Loads a page's texts together with its chunk. If a deploy has removed the chunk, the next page is
 * loaded as a document: Remix itself would reload the page that the person is leaving.
 */
export function useChunkLoading(): void {
  // A layout effect runs before the first click, so that even this click uses the wrapped `lazy`.
  useIsomorphicEffect(() => {
    for (const route of allRoutes(window.__remixRouter.routes)) wrapLazyLoading(route);
  }, []);
}

function allRoutes(routes: readonly Route[]): Route[] {
  return routes.flatMap((route) => [route, ...allRoutes(route.children ?? [])]);
}

function wrapLazyLoading(route: Route): void {
  const { id, lazy: load } = route;
  const file = window.__remixManifest.routes[id]?.module;
  if (!load || !file) return;
  route.lazy = async () => {
    preloadRoute(id);
    try {
      await Promise.all([import(/* @vite-ignore */ file), loadNamespaces(...ownNamespaces(id))]);
    } catch {
      const { state, location } = window.__remixRouter.state.navigation;
      if (state === "loading") return loadDocument(location);
      // A form or a fetcher needs the route's action, not its page. Remix's `load` returns this
      // stand-in from its module cache; the document is reloaded only if the router renders it.
      window.__remixRouteModules[id] = { default: ReloadingPage, ErrorBoundary: ReloadingPage };
    }
    return load();
  };
}

async function loadDocument(location: Location): Promise<never> {
  await untilReachable();
  // The person may have gone elsewhere meanwhile.
  if (window.__remixRouter.state.navigation.location === location) window.location.assign(createPath(location));
  return new Promise(() => undefined);
}
