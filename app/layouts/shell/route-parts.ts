import { loadNamespaces } from "~/i18n/browser-i18n";
import { ownWordsOf } from "~/i18n/words-of-pages";

/**
 * A route's module and what that would ask for only once it is there (what it imports, its styles, its words) are asked for
 * together, once. Whatever can't be had is missed when the module is imported, which tells.
 */
export function askForParts(id: string): void {
  const { module, imports = [], css = [] } = window.__remixManifest.routes[id] ?? {};
  for (const href of module ? [module, ...imports] : imports) ask(href, { rel: "modulepreload" });
  for (const href of css) ask(href, { rel: "preload", as: "style" });
  loadNamespaces(...ownWordsOf(id)).catch(() => undefined);
}

function ask(href: string, what: Partial<HTMLLinkElement>): void {
  if (document.querySelector(`link[href="${href}"]`)) return;
  document.head.append(Object.assign(document.createElement("link"), what, { href }));
}
