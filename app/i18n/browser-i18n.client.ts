import i18next, { type i18n } from "i18next";
import { initReactI18next } from "react-i18next";
import { bindTexts, type Texts } from "./bound-spaces";
import { i18nextOptions, type PageNamespace } from "./catalogues";
import { registerNumberFormat } from "./format";
import { fallbackLocale, localeOfPath } from "./locales";

/** One chunk per namespace and language, so that a browser loads only what its pages say. */
const files = import.meta.glob<{ default: Texts }>("./*/page/*.ts");

const FALLBACK_LOADED = "fallbackLoaded";
/** Namespaces whose fallback was loaded or tried: a page that lacks words tries once. */
const triedFallbacks = new Set<string>();

/** Starts i18next in the language of the document. Its texts come by `loadNamespaces`. */
export function startI18n(): i18n {
  // Nothing is loaded by init itself, so with `initImmediate: false` it is done on return.
  void i18next.use(initReactI18next).init({
    ...i18nextOptions,
    lng: localeOfPath(window.location.pathname),
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

/** Loads texts before the components that say them are shown. */
export async function loadNamespaces(...namespaces: PageNamespace[]): Promise<void> {
  const missing = namespaces.filter((namespace) => !i18next.hasResourceBundle(i18next.language, namespace));
  await Promise.all(missing.map((namespace) => addTexts(i18next.language, namespace)));
}
