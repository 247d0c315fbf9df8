import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { type Catalogue, i18nextOptions } from "./catalogues";
import { fallbackLocale, type Locale } from "./locales";

/** A chunk of its own for each catalogue, so that a browser loads one language only. */
const load: Record<Locale, () => Promise<{ default: unknown }>> = {
  pl: () => import("./pl/browser"),
  "en-US": () => import("./en-US/browser"),
};

/** The browser's i18next with the page's catalogue, ready before hydration. */
export async function startI18n(locale: Locale): Promise<typeof i18next> {
  const { default: catalogue } = await load[locale]();
  await i18next.use(initReactI18next).init({
    ...i18nextOptions,
    lng: locale,
    fallbackLng: fallbackLocale,
    resources: { [locale]: catalogue as Catalogue },
  });
  return i18next;
}
