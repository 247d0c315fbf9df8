import { bindTexts, type PageNamespace, type Texts } from "./catalogues";
import { localeOfPath } from "./locales";
import { fileOf } from "./page-namespaces";
import { makeTranslate } from "./translate";

/** Each file is a chunk, so that a browser loads only the texts of its pages. */
const files = import.meta.glob<Record<string, Texts>>("./*/page/*.ts");

/** A document has one language: another one is another document. */
const documentLocale = () => localeOfPath(window.location.pathname);
const loadedTexts = new Map<string, Texts>();

/** Translates with the texts that `loadNamespaces` has loaded. */
export const browserTranslate = () => makeTranslate(documentLocale(), loadedTexts);

async function addTexts(namespace: PageNamespace): Promise<void> {
  const texts = await files[`./${documentLocale()}/page/${fileOf(namespace)}.ts`]?.();
  // A file of several namespaces exports each by its name; a file of one exports it as default.
  const namespaceTexts = texts?.[namespace] ?? texts?.default;
  if (namespaceTexts) loadedTexts.set(namespace, bindTexts(namespaceTexts));
}

/** Called before components that need the texts are rendered. */
export async function loadNamespaces(...namespaces: PageNamespace[]): Promise<void> {
  await Promise.all(namespaces.filter((namespace) => !loadedTexts.has(namespace)).map(addTexts));
}
