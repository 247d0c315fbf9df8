import type { i18n } from "i18next";
import { formatNumber } from "./format";
import type { Locale } from "./locales";
import { rememberTexts } from "./remembered-texts";

/** Spares an instance the work that i18next repeats for each text although its result never changes. */
export function lighten(created: i18n): void {
  const { formatter } = created.services;
  formatter?.add("number", (value: number, language) => formatNumber(value, language as Locale));
  rememberFallbacks(created);
  rememberTexts(created);
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
