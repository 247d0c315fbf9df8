import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { i18nextOptions, type PageNamespace } from "./catalogues";
import { files } from "./files.client";
import { fallbackLocale, type Locale, localeOfPath } from "./locales";

let locale: Locale | undefined;

/** The browser's i18next, in the language of the document. Its texts come by `loadNamespaces`. */
export function browserI18n(): typeof i18next {
  if (locale) return i18next;
  locale = localeOfPath(window.location.pathname);
  // Nothing is loaded by init itself, so with `initImmediate: false` it is done on return.
  void i18next.use(initReactI18next).init({
    ...i18nextOptions,
    lng: locale,
    fallbackLng: fallbackLocale,
    resources: {},
    initImmediate: false,
    saveMissing: true,
    missingKeyHandler: (_languages, namespace, key) => reportError(new Error(`No text: ${namespace}:${key}`)),
  });
  return i18next;
}

/**
 * A route module awaits at its top the namespaces that its components read, so that neither the first rendering nor
 * a navigation sees a page before its words. `common` and `errors` are there on every page. The server has them all.
 */
export async function loadNamespaces(...namespaces: PageNamespace[]): Promise<void> {
  if (import.meta.env.SSR) return;
  const i18n = browserI18n();
  await Promise.all(
    namespaces.map(async (namespace) => {
      if (i18n.hasResourceBundle(i18n.language, namespace)) return;
      const texts = await files[`./${i18n.language}/page/${namespace}.ts`]?.();
      if (texts) i18n.addResourceBundle(i18n.language, namespace, texts.default);
    }),
  );
}
