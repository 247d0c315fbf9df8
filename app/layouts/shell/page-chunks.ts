import { useIsomorphicEffect } from "@mantine/hooks";
import { createPath, type Location } from "@remix-run/react";
import { lazy } from "react";
import { loadNamespaces } from "~/i18n/browser-i18n.client";
import { ownNamespaces } from "~/i18n/page-namespaces";
import { untilReachable } from "~/ui/connection/stalled-requests";
import { preloadRoute } from "./page-preloads";

type Route = (typeof window.__remixRouter.routes)[number];

/** Suspends without end, so that the earlier page stays painted until the document has come. */
const ReloadedPage = lazy(() => {
  window.location.reload();
  return new Promise<never>(() => undefined);
});

/**
 * docs/product.md §4: if a page's chunk is gone (after a deploy), the page is loaded as a document.
 * Remix would reload the page that is still shown.
 */
export function useChunkReload(): void {
  // Before a click is possible, because a page's words are loaded here, too.
  useIsomorphicEffect(() => {
    for (const route of allRoutes(window.__remixRouter.routes)) loadDocumentIfGone(route);
  }, []);
}

function allRoutes(routes: readonly Route[]): Route[] {
  return routes.flatMap((route) => [route, ...allRoutes(route.children ?? [])]);
}

function loadDocumentIfGone(route: Route): void {
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
      // Remix's `load` finds this stand-in in its cache of modules. A form or a fetcher only needs
      // its answer, so the page reloads only once it is rendered.
      window.__remixRouteModules[id] = { default: ReloadedPage, ErrorBoundary: ReloadedPage };
    }
    return load();
  };
}

async function loadDocument(location: Location): Promise<never> {
  await untilReachable();
  // Meanwhile the person may have gone elsewhere.
  if (window.__remixRouter.state.navigation.location === location) window.location.assign(createPath(location));
  return new Promise(() => undefined);
}
