import { useIsomorphicEffect } from "@mantine/hooks";
import { createPath, type Location } from "@remix-run/react";
import { lazy, useEffect } from "react";
import { loadNamespaces } from "~/i18n/browser-i18n.client";
import { ownNamespaces } from "~/i18n/page-namespaces";
import { useLocale } from "~/i18n/use-locale";
import { untilReachable } from "~/ui/connection/stalled-requests";

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
      // `load` finds this stand-in. A form or a fetcher only needs its answer, so the page reloads
      // only once it is rendered.
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

/**
 * Loads the pages with a `clientLoader` at the first sign of a person at work: Remix asks the
 * server for such a page's data only once its module is there.
 */
export function usePagesAhead(): void {
  const locale = useLocale();
  useEffect(() => {
    const listening = new AbortController();
    const load = () => {
      listening.abort();
      for (const { id, hasClientLoader } of Object.values(window.__remixManifest.routes)) {
        if (hasClientLoader && id.includes(`___${locale}`)) preloadRoute(id);
      }
    };
    for (const sign of ["pointermove", "pointerdown", "keydown", "scroll"]) {
      document.addEventListener(sign, load, { signal: listening.signal, passive: true });
    }
    return () => listening.abort();
  }, [locale]);
}

/** Requests a route's module, imports, styles and texts in one round trip. */
function preloadRoute(id: string): void {
  const { module, imports = [], css = [] } = window.__remixManifest.routes[id] ?? {};
  for (const href of module ? [module, ...imports] : imports) preload(href, { rel: "modulepreload" });
  for (const href of css) preload(href, { rel: "preload", as: "style" });
  loadNamespaces(...ownNamespaces(id)).catch(() => undefined);
}

function preload(href: string, attributes: Partial<HTMLLinkElement>): void {
  if (document.querySelector(`link[href="${href}"]`)) return;
  document.head.append(Object.assign(document.createElement("link"), attributes, { href }));
}
