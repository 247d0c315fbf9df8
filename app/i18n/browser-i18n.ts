import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { bindTexts } from "./bound-spaces";
import { i18nextOptions, type PageNamespace } from "./catalogues";
import { files } from "./files.client";
import { registerNumberFormat } from "./format";
import { fallbackLocale, type Locale, localeOfPath } from "./locales";

const FALLBACK_LOADED = "fallbackLoaded";
/** Namespaces whose fallback was loaded or tried: a page that lacks words tries once. */
const triedFallbacks = new Set<string>();

let locale: Locale | undefined;

/** The browser's i18next, in the language of the document. Its texts come by `loadNamespaces`. */
export function browserI18n(): typeof i18next {
  if (locale) return i18next;
  locale = localeOfPath(window.location.pathname);
  // Nothing is loaded by init itself, so with `initImmediate: false` it is done on return.
  void i18next.use(initReactI18next).init({
    ...i18nextOptions,
    lng: locale,
    // `loadFallback` adds a lacking text to the page's own language, as the server does.
    fallbackLng: false,
    resources: {},
    initImmediate: false,
    saveMissing: true,
    missingKeyHandler: (_languages, namespace, key) => {
      reportError(new Error(`No text: ${namespace}:${key}`));
      void loadFallback(namespace).catch(() => undefined);
    },
    react: { bindI18n: `languageChanged ${FALLBACK_LOADED}` },
  });
  registerNumberFormat(i18next);
  return i18next;
}

/** Loads and shows the fallback's texts of a namespace; a page with all its words never does. */
async function loadFallback(namespace: string): Promise<void> {
  if (triedFallbacks.has(namespace)) return;
  triedFallbacks.add(namespace);
  await addTexts(fallbackLocale, namespace);
  i18next.emit(FALLBACK_LOADED);
}

/** Adds a language's texts to the page's language, where a text that is there already stays. */
async function addTexts(language: string, namespace: string): Promise<void> {
  const texts = await files[`./${language}/page/${namespace}.ts`]?.();
  const [deep, overwrite] = [true, false];
  if (texts) i18next.addResourceBundle(i18next.language, namespace, bindTexts(texts.default), deep, overwrite);
}

/**
 * A route module awaits its components' namespaces at its top, so that no page shows before its
 * words. `common` and `errors` are on every page. The server has them all.
 */
export async function loadNamespaces(...namespaces: PageNamespace[]): Promise<void> {
  if (import.meta.env.SSR) return;
  const { language } = browserI18n();
  const missing = namespaces.filter((namespace) => !i18next.hasResourceBundle(language, namespace));
  await Promise.all(missing.map((namespace) => addTexts(language, namespace)));
}
