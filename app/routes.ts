import type { RouteConfig, RouteConfigEntry } from "@remix-run/route-config";
import { defaultLocale, type Locale, localeCodes, localePrefix } from "./i18n/locales";
import { type Layout, routeId, type Screen, screens } from "./route-table";

const layouts: readonly Exclude<Layout, "none">[] = ["default", "public", "style"];

function entry(screen: Screen, locale: Locale): RouteConfigEntry {
  const path = [localePrefix(locale).slice(1), screen.path].filter(Boolean).join("/");
  return { id: routeId(screen.name, locale), file: screen.file, ...(path ? { path } : { index: true }) };
}

function localeRoutes(locale: Locale): RouteConfigEntry[] {
  const routesOf = (layout: Layout) =>
    screens
      .filter((screen) => screen.layout === layout && (locale === defaultLocale || !screen.hasOneAddress))
      .map((screen) => entry(screen, locale));
  const withLayout = layouts.map((layout) => ({
    id: routeId(`layout-${layout}`, locale),
    file: `layouts/${layout}.tsx`,
    children: routesOf(layout),
  }));
  return [...withLayout, ...routesOf("none")];
}

export default localeCodes.flatMap(localeRoutes) satisfies RouteConfig;
