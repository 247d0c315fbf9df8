import type { RouteConfig, RouteConfigEntry } from "@remix-run/route-config";
import { defaultLocale, type Locale, localeCodes, localePrefix } from "./i18n/locales";

export type Layout = "default" | "public" | "style" | "none";
export type Access = "public" | "franchisee";

type Screen = {
  /** The route's name; with its locale it is the route id and the label in logs and metrics. */
  name: string;
  /** Without the locale's prefix; "" is the index. */
  path: string;
  /** The module, relative to app/. */
  file: string;
  layout: Layout;
  access: Access;
  /** One URL for all locales: callbacks that a provider, a probe or a script knows by address. */
  single?: true;
};

/** Every URL of the app: its name, module, layout and who may open it (SPEC.md §2, DESIGN.md §9). */
export const screens: readonly Screen[] = [
  { name: "index", path: "", file: "routes/index.tsx", layout: "default", access: "franchisee" },
  { name: "dashboard", path: "dashboard", file: "routes/dashboard.ts", layout: "none", access: "franchisee" },
  { name: "profile", path: "profile", file: "routes/profile/profile.tsx", layout: "default", access: "franchisee" },
  {
    name: "profile-image",
    path: "profile/image",
    file: "routes/profile/image.ts",
    layout: "none",
    access: "franchisee",
    single: true,
  },
  {
    name: "preferences",
    path: "preferences",
    file: "routes/profile/preferences.tsx",
    layout: "default",
    access: "franchisee",
  },

  { name: "sellers", path: "sellers", file: "routes/sellers/list.tsx", layout: "default", access: "franchisee" },
  { name: "sellers-new", path: "sellers/new", file: "routes/sellers/new.tsx", layout: "default", access: "franchisee" },
  {
    name: "sellers-export-csv",
    path: "sellers/export.csv",
    file: "routes/sellers/export-csv.ts",
    layout: "none",
    access: "franchisee",
  },
  {
    name: "sellers-export-xlsx",
    path: "sellers/export.xlsx",
    file: "routes/sellers/export-xlsx.ts",
    layout: "none",
    access: "franchisee",
  },
  {
    name: "sellers-bulk",
    path: "sellers/bulk",
    file: "routes/sellers/bulk.tsx",
    layout: "default",
    access: "franchisee",
  },
  {
    name: "sellers-import",
    path: "sellers/import",
    file: "routes/sellers/import.tsx",
    layout: "default",
    access: "franchisee",
  },
  {
    name: "sellers-import-file",
    path: "sellers/import/files/:file",
    file: "routes/sellers/import-file.ts",
    layout: "none",
    access: "franchisee",
  },
  { name: "job", path: "sellers/jobs/:job", file: "routes/sellers/job.tsx", layout: "default", access: "franchisee" },
  {
    name: "sellers-suggest",
    path: "sellers/suggest",
    file: "routes/sellers/suggest.ts",
    layout: "none",
    access: "franchisee",
  },
  { name: "seller", path: "sellers/:id", file: "routes/sellers/detail.tsx", layout: "default", access: "franchisee" },
  {
    name: "seller-edit",
    path: "sellers/:id/edit",
    file: "routes/sellers/edit.tsx",
    layout: "default",
    access: "franchisee",
  },
  {
    name: "seller-status",
    path: "sellers/:id/status",
    file: "routes/sellers/status.tsx",
    layout: "default",
    access: "franchisee",
  },
  {
    name: "seller-history",
    path: "sellers/:id/history",
    file: "routes/sellers/history.tsx",
    layout: "default",
    access: "franchisee",
  },
  { name: "history", path: "history", file: "routes/history.tsx", layout: "default", access: "franchisee" },
  { name: "help", path: "help", file: "routes/help.tsx", layout: "default", access: "franchisee" },

  { name: "auth", path: "auth", file: "routes/auth/callback.tsx", layout: "public", access: "public", single: true },
  { name: "auth-login", path: "auth/login", file: "routes/auth/login.ts", layout: "none", access: "public" },
  { name: "auth-logout", path: "auth/logout", file: "routes/auth/logout.tsx", layout: "public", access: "public" },
  {
    name: "auth-signed-out",
    path: "auth/signed-out",
    file: "routes/auth/signed-out.tsx",
    layout: "public",
    access: "public",
  },
  {
    name: "auth-unauthorized",
    path: "auth/unauthorized",
    file: "routes/auth/unauthorized.tsx",
    layout: "public",
    access: "public",
  },
  {
    name: "auth-silent-renew",
    path: "auth/silent-renew",
    file: "routes/auth/silent-renew.ts",
    layout: "none",
    access: "public",
    single: true,
  },
  {
    name: "auth-session",
    path: "auth/session",
    file: "routes/auth/session.ts",
    layout: "none",
    access: "public",
    single: true,
  },
  {
    name: "auth-backchannel-logout",
    path: "auth/backchannel-logout",
    file: "routes/auth/backchannel-logout.ts",
    layout: "none",
    access: "public",
    single: true,
  },
  { name: "logout", path: "logout", file: "routes/auth/logout-alias.ts", layout: "none", access: "public" },
  {
    name: "silent-refresh",
    path: "silent-refresh",
    file: "routes/auth/silent-refresh-alias.ts",
    layout: "none",
    access: "public",
  },

  { name: "error", path: "error", file: "routes/error/message.tsx", layout: "public", access: "public" },
  { name: "error-code", path: "error/:code", file: "routes/error/code.tsx", layout: "public", access: "public" },
  { name: "not-found", path: "*", file: "routes/error/not-found.tsx", layout: "public", access: "public" },

  { name: "style", path: "style", file: "routes/ops/style.tsx", layout: "style", access: "public" },
  {
    name: "language",
    path: "language",
    file: "routes/ops/language.ts",
    layout: "none",
    access: "public",
    single: true,
  },
  { name: "healthz", path: "healthz", file: "routes/ops/healthz.ts", layout: "none", access: "public", single: true },
  { name: "readyz", path: "readyz", file: "routes/ops/readyz.ts", layout: "none", access: "public", single: true },
  { name: "metrics", path: "metrics", file: "routes/ops/metrics.ts", layout: "none", access: "public", single: true },
];

/** `sellers___pl___default`, `sellers___en-US` (SPEC.md §2: triple underscore, suffix for the default locale). */
export function routeId(name: string, locale: Locale): string {
  return `${name}___${locale}${locale === defaultLocale ? "___default" : ""}`;
}

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
