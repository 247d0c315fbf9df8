import i18next, { type i18n } from "i18next";
import enUS from "~/i18n/en-US";
import pl from "~/i18n/pl";
import { bindTexts, defaultNamespace, isolate, type Translate } from "./catalogues";
import { formatNumber } from "./format";
import { defaultLocale, fallbackLocale, type Locale, localeCodes } from "./locales";

// The namespace `forms` isn't bound: docs/product.md §5 fixes its messages with plain spaces.
const resources = {
  pl: { ...bindTexts({ ...pl.page, ...pl.server }), forms: pl.server.forms },
  "en-US": { ...bindTexts({ ...enUS.page, ...enUS.server }), forms: enUS.server.forms },
};

function createI18n(locale: Locale): i18n {
  const created = i18next.createInstance();
  // `initImmediate: false` makes init synchronous, because the texts are in memory.
  void created.init({
    defaultNS: defaultNamespace,
    // React escapes HTML, so i18next's `escape` can isolate names instead.
    interpolation: { escapeValue: true, escape: isolate },
    returnNull: false,
    lng: locale,
    fallbackLng: false,
    resources: { [locale]: resources[locale] },
    initImmediate: false,
  });
  // Adds the fallback locale's texts where the locale has none. `fallbackLng` would parse both
  // locales' codes for each text, which takes 4 % of a list's render time.
  const [deep, overwrite] = [true, false];
  for (const [namespace, texts] of Object.entries(resources[fallbackLocale])) {
    created.addResourceBundle(locale, namespace, texts, deep, overwrite);
  }
  created.services.formatter?.add("number", (value: number) => formatNumber(value, locale));
  return created;
}

/** Creating an instance takes longer than rendering a page, so all requests share them. */
const instances = new Map<Locale, i18n>(localeCodes.map((locale) => [locale, createI18n(locale)]));

export function i18nFor(locale: Locale): i18n {
  return instances.get(locale) ?? (instances.get(defaultLocale) as i18n);
}

/** For server code: `getT(locale)("sellers:form.title")`. */
export function getT(locale: Locale): Translate {
  return i18nFor(locale).t;
}
