import { useIsomorphicEffect } from "@mantine/hooks";
import { createPath, type Location } from "@remix-run/react";
import { lazy } from "react";
import { loadNamespaces } from "~/i18n/browser-i18n.client";
import { ownNamespaces } from "~/i18n/page-namespaces";
import { untilReachable } from "~/ui/connection/stalled-requests";
import { preloadRoute } from "./page-preloads";

type Route = (typeof window.__remixRouter.routes)[number];

/** Suspends forever, so that the old page is visible until the document has loaded. */
const ReloadedPage = lazy(() => {
  window.location.reload();
  return new Promise<never>(() => undefined);
});

/** If a deploy has removed a chunk, Remix would reload the page that the person is leaving. */
export function useChunkReload(): void {
  // A layout effect runs before the first click, so no page opens without the texts loaded here.
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
      // Remix's `load` takes this stand-in from its module cache. A form or a fetcher needs only
      // the server's response, so the page is reloaded only if the router renders the stand-in.
      window.__remixRouteModules[id] = { default: ReloadedPage, ErrorBoundary: ReloadedPage };
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
