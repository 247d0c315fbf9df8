import { useContext, useEffect } from "react";
import { UNSAFE_DataRouterContext as RouterContext } from "react-router";
import { loadNamespaces } from "~/i18n/browser-i18n";
import { useLocale } from "~/i18n/use-locale";
import { ownWordsOf } from "~/i18n/words-of-pages";
import { reachable } from "~/ui/connection/stalled-requests";

type Router = NonNullable<React.ContextType<typeof RouterContext>>["router"];
type Route = Router["routes"][number];
type Lazy = NonNullable<Route["lazy"]>;
type Sent = { action: string; enctype: string; form: FormData };

/**
 * docs/product.md §4: if a page's chunk is gone (after a deploy), the target page is loaded as a
 * document. Remix would reload the page that is still shown, so each route's import is tried first.
 */
export function useChunkReload(): void {
  const router = useContext(RouterContext)?.router;
  useEffect(() => {
    if (router) for (const route of allRoutes(router.routes)) watch(route, router);
  }, [router]);
}

/** First signs of a person at work. */
const SIGNS = ["pointermove", "pointerdown", "keydown", "scroll"] as const;

/**
 * Loads the pages with a `clientLoader` as soon as the person does anything: Remix asks the server
 * for such a page's data only once its module is there.
 */
export function usePagesAhead(): void {
  const locale = useLocale();
  useEffect(() => {
    const done = new AbortController();
    const load = () => {
      done.abort();
      for (const { id, hasClientLoader } of Object.values(window.__remixManifest.routes)) {
        if (hasClientLoader && id.includes(`___${locale}`)) preloadRoute(id);
      }
    };
    for (const sign of SIGNS) document.addEventListener(sign, load, { signal: done.signal, passive: true });
    return () => done.abort();
  }, [locale]);
}

function allRoutes(routes: readonly Route[]): Route[] {
  return routes.flatMap((route) => [route, ...allRoutes(route.children ?? [])]);
}

const watched = new WeakSet<Route>();

function watch(route: Route, router: Router): void {
  const { lazy } = route;
  const file = window.__remixManifest.routes[route.id]?.module;
  if (!lazy || !file || watched.has(route)) return;
  watched.add(route);
  route.lazy = async () => {
    preloadRoute(route.id);
    try {
      await import(/* @vite-ignore */ file);
    } catch {
      return replaceDocument(router);
    }
    return lazy();
  };
}

/** Goes on with the navigation in a new document, once one can be had. */
async function replaceDocument(router: Router): ReturnType<Lazy> {
  const { navigation } = router.state;
  // Let a submitted form be answered first. If the answer is for the page that can't be loaded, the
  // stand-in posts the form again, so that the answer is a document; its key prevents a second run.
  if (navigation.state === "submitting" && navigation.formMethod !== "GET") {
    const { formAction, formEncType, formData } = navigation;
    const sent = { action: formAction, enctype: formEncType, form: formData ?? new FormData() };
    return standIn(() => useSendAgain(sent));
  }
  const began = navigation.location;
  // A fetcher only awaits an answer. The page itself, opened later, is loaded as a document.
  if (!began) return standIn(useReload);
  await reachable();
  const { location } = router.state.navigation;
  // Meanwhile the person may have gone elsewhere.
  if (location && location === began) window.location.assign(location.pathname + location.search + location.hash);
  return new Promise(() => undefined);
}

function standIn(Component: () => null): Awaited<ReturnType<Lazy>> {
  // The router's own type knows nothing of React.
  const module: unknown = { Component };
  return module as Awaited<ReturnType<Lazy>>;
}

function useReload(): null {
  useEffect(() => window.location.reload(), []);
  return null;
}

/** Stands in for a page that can't be shown: posts the form that led here. */
function useSendAgain({ action, enctype, form }: Sent): null {
  useEffect(() => {
    const element = document.createElement("form");
    Object.assign(element, { method: "post", action, enctype, hidden: true });
    for (const [name, value] of form) element.append(fieldOf(name, value));
    document.body.append(element);
    element.submit();
  }, [action, enctype, form]);
  return null;
}

function fieldOf(name: string, value: FormDataEntryValue): HTMLInputElement {
  const field = document.createElement("input");
  field.name = name;
  if (typeof value === "string") {
    field.type = "hidden";
    field.value = value;
  } else {
    const files = new DataTransfer();
    if (value.name || value.size > 0) files.items.add(value);
    field.type = "file";
    field.files = files.files;
  }
  return field;
}

/** Requests a route's module, imports, styles and texts in one round trip. */
function preloadRoute(id: string): void {
  const { module, imports = [], css = [] } = window.__remixManifest.routes[id] ?? {};
  for (const href of module ? [module, ...imports] : imports) preload(href, { rel: "modulepreload" });
  for (const href of css) preload(href, { rel: "preload", as: "style" });
  loadNamespaces(...ownWordsOf(id)).catch(() => undefined);
}

function preload(href: string, attributes: Partial<HTMLLinkElement>): void {
  if (document.querySelector(`link[href="${href}"]`)) return;
  document.head.append(Object.assign(document.createElement("link"), attributes, { href }));
}
