import type { RouteConfig, RouteConfigEntry } from "@remix-run/route-config";
import { defaultLocale, type Locale, localeCodes, localePrefix } from "./i18n/locales";
import { type Layout, routeId, type Screen, screens } from "./route-table";

const layouts: readonly Exclude<Layout, "none">[] = ["default", "public", "style"];

function entry({ name, path, file }: Screen, locale: Locale, prefix = ""): RouteConfigEntry {
  const whole = [prefix, path].filter(Boolean).join("/");
  return { id: routeId(name, locale), file, ...(whole ? { path: whole } : { index: true }) };
}

/** The layouts carry a locale's prefix, so that the router passes over its screens at once. */
function localeRoutes(locale: Locale): RouteConfigEntry[] {
  const prefix = localePrefix(locale).slice(1);
  const within = (layout: Layout) =>
    screens.filter((screen) => screen.layout === layout && (locale === defaultLocale || !screen.single));
  const withLayout = layouts.map((layout) => ({
    id: routeId(`layout-${layout}`, locale),
    file: `layouts/${layout}.tsx`,
    ...(prefix && { path: prefix }),
    children: within(layout).map((screen) => entry(screen, locale)),
  }));
  return [...withLayout, ...within("none").map((screen) => entry(screen, locale, prefix))];
}

export default localeCodes.flatMap(localeRoutes) satisfies RouteConfig;
