import { bindTexts, type PageNamespace, type Texts } from "./catalogues";
import { localeOfPath } from "./locales";
import { fileOf } from "./page-namespaces";
import { makeTranslate } from "./translate";

/** Vite makes a chunk of each file, so that a browser loads only the texts of its pages. */
const files = import.meta.glob<Record<string, Texts>>("./*/page/*.ts");

/** Never changes, because switching the language loads a new document. */
const documentLocale = () => localeOfPath(window.location.pathname);
const loadedTexts = new Map<string, Texts>();

export const browserTranslate = () => makeTranslate(documentLocale(), loadedTexts);

async function addTexts(namespace: PageNamespace): Promise<void> {
  const texts = await files[`./${documentLocale()}/page/${fileOf(namespace)}.ts`]?.();
  // `rare-pages.ts` exports its namespaces by name; any other file exports one as default.
  const namespaceTexts = texts?.[namespace] ?? texts?.default;
  if (namespaceTexts) loadedTexts.set(namespace, bindTexts(namespaceTexts));
}

export async function loadNamespaces(...namespaces: PageNamespace[]): Promise<void> {
  await Promise.all(namespaces.filter((namespace) => !loadedTexts.has(namespace)).map(addTexts));
}
