import { useEffect } from "react";
import { loadNamespaces } from "~/i18n/browser-i18n.client";
import { useLocale } from "~/i18n/hooks";
import { ownNamespaces } from "~/i18n/page-namespaces";

/**
 * Loads the modules of pages with a `clientLoader` when the person first moves or types. Otherwise
 * Remix would load such a module after the click, and only then request the page's data.
 */
export function usePreloadedPages(): void {
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

export function preloadRoute(id: string): void {
  const { module, imports = [], css = [] } = window.__remixManifest.routes[id] ?? {};
  for (const href of module ? [module, ...imports] : imports) preload(href, { rel: "modulepreload" });
  for (const href of css) preload(href, { rel: "preload", as: "style" });
  loadNamespaces(...ownNamespaces(id)).catch(() => undefined);
}

function preload(href: string, attributes: Partial<HTMLLinkElement>): void {
  if (document.querySelector(`link[href="${href}"]`)) return;
  document.head.append(Object.assign(document.createElement("link"), attributes, { href }));
}
