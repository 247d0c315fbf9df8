import type { RouteConfig, RouteConfigEntry } from "@remix-run/route-config";
import { defaultLocale, type Locale, localeCodes, localePrefix } from "./i18n/locales";
import { type Layout, routeId, type Screen, screens } from "./route-table";

const layouts: Record<Exclude<Layout, "none">, string> = {
  default: "layouts/default.tsx",
  public: "layouts/public.tsx",
  style: "layouts/style.tsx",
};

function entry(screen: Screen, locale: Locale): RouteConfigEntry {
  const path = [localePrefix(locale).slice(1), screen.path].filter(Boolean).join("/");
  return { id: routeId(screen.name, locale), file: screen.file, ...(path ? { path } : { index: true }) };
}

function localeRoutes(locale: Locale): RouteConfigEntry[] {
  const own = screens.filter((screen) => locale === defaultLocale || !screen.single);
  const withLayout = (Object.keys(layouts) as (keyof typeof layouts)[]).map((layout) => ({
    id: routeId(`layout-${layout}`, locale),
    file: layouts[layout],
    children: own.filter((screen) => screen.layout === layout).map((screen) => entry(screen, locale)),
  }));
  return [...withLayout, ...own.filter((screen) => screen.layout === "none").map((screen) => entry(screen, locale))];
}

export default localeCodes.flatMap(localeRoutes) satisfies RouteConfig;
