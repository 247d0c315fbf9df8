import i18next from "i18next";
import { bindTexts, i18nextOptions, type PageNamespace, type Texts } from "./catalogues";
import { registerNumberFormat } from "./format";
import { localeOfPath } from "./locales";
import { fileOf } from "./page-namespaces";

/** Each file is a chunk, so that a browser loads only the texts of its pages. */
const files = import.meta.glob<Record<string, Texts>>("./*/page/*.ts");

/** Starts i18next in the document's language; `loadNamespaces` then loads the texts. */
export function startI18n(): void {
  // `init` loads nothing, so with `initImmediate: false` it is synchronous.
  void i18next.init({
    ...i18nextOptions,
    lng: localeOfPath(window.location.pathname),
    // `catalogues.test.ts` proves that no language lacks a text of another.
    fallbackLng: false,
    resources: {},
    initImmediate: false,
  });
  registerNumberFormat(i18next);
}

async function addTexts(language: string, namespace: PageNamespace): Promise<void> {
  const texts = await files[`./${language}/page/${fileOf(namespace)}.ts`]?.();
  // A file of several namespaces exports each by its name; a file of one exports it as default.
  const namespaceTexts = texts?.[namespace] ?? texts?.default;
  if (namespaceTexts) i18next.addResourceBundle(language, namespace, bindTexts(namespaceTexts));
}

/** Called before components that need the texts are rendered. */
export async function loadNamespaces(...namespaces: PageNamespace[]): Promise<void> {
  const missing = namespaces.filter((namespace) => !i18next.hasResourceBundle(i18next.language, namespace));
  await Promise.all(missing.map((namespace) => addTexts(i18next.language, namespace)));
}
