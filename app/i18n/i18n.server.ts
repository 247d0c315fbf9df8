import i18next, { type i18n } from "i18next";
import { initReactI18next } from "react-i18next";
import enUS from "~/i18n/en-US";
import pl from "~/i18n/pl";
import { i18nextOptions, type Translate } from "./catalogues";
import { defaultLocale, fallbackLocale, type Locale, localeCodes } from "./locales";

const resources = { pl: { ...pl.page, ...pl.server }, "en-US": { ...enUS.page, ...enUS.server } };

function instance(locale: Locale): i18n {
  const created = i18next.createInstance();
  // Resources are in memory and `initImmediate: false` makes init synchronous, so `t` is ready on return.
  void created.use(initReactI18next).init({
    ...i18nextOptions,
    lng: locale,
    fallbackLng: fallbackLocale,
    resources,
    initImmediate: false,
  });
  rememberFallbacks(created);
  rememberTexts(created);
  return created;
}

/** Far more than there are texts; what isn't one of ours, or a number beyond it, is looked up each time. */
const MAX_TEXTS = 10_000;

/** A text without values, or with a whole number alone, is always the same: a list page asks for some hundred of them. */
export function rememberTexts(created: i18n): void {
  const lookUp = created.t as unknown as (...given: unknown[]) => string;
  const known = new Map<string, string>();
  created.t = ((key: unknown, options?: unknown, ...rest: unknown[]) => {
    const name = rest.length === 0 && typeof key === "string" ? nameOf(key, options) : undefined;
    if (name === undefined) return lookUp(key, options, ...rest);
    const found = known.get(name);
    if (found !== undefined) return found;
    const text = lookUp(key, options);
    if (known.size < MAX_TEXTS) known.set(name, text);
    return text;
  }) as unknown as Translate;
}

/** What `useTranslation`'s own `t` adds to each call: the language and the namespaces that it was made for. */
const OWN_OPTIONS = new Set(["lng", "lngs", "ns", "keyPrefix", "count"]);

/** What a text is remembered by; undefined where it depends on more than the key, where to look for it, and a number. */
function nameOf(key: string, options: unknown): string | undefined {
  if (options === undefined) return key;
  if (typeof options !== "object" || options === null) return undefined;
  for (const name in options) if (!OWN_OPTIONS.has(name)) return undefined;
  const { count = "", lng = "", lngs = "", ns = "", keyPrefix = "" } = options as Record<string, unknown>;
  if (count !== "" && !Number.isSafeInteger(count)) return undefined;
  return [key, count, lng, lngs, ns, keyPrefix].join("\n");
}

/** i18next works out anew for each text in which languages to look for it, though that never changes. */
function rememberFallbacks({ services: { languageUtils } }: i18n): void {
  const workOut = languageUtils.toResolveHierarchy.bind(languageUtils);
  const known = new Map<string, string[]>();
  languageUtils.toResolveHierarchy = (code: string, fallback?: unknown) => {
    if (fallback !== undefined) return workOut(code, fallback);
    const found = known.get(code) ?? workOut(code);
    known.set(code, found);
    return found;
  };
}

/** One i18next instance per locale for the whole process: making one per request costs more than rendering. */
const instances = new Map<Locale, i18n>(localeCodes.map((locale) => [locale, instance(locale)]));

export function i18nFor(locale: Locale): i18n {
  return instances.get(locale) ?? (instances.get(defaultLocale) as i18n);
}

/** The translation function for server code: `getT(locale)("sellers:form.title")`. */
export function getT(locale: Locale): Translate {
  return i18nFor(locale).t;
}
