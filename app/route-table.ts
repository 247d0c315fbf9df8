import { defaultLocale, type Locale } from "./i18n/locales";

export type Layout = "default" | "public" | "style" | "none";
export type Access = "public" | "franchisee";

export type Screen = {
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
  { name: "index", path: "", file: "home/home.route.tsx", layout: "default", access: "franchisee" },
  { name: "dashboard", path: "dashboard", file: "home/dashboard.route.ts", layout: "none", access: "franchisee" },
  { name: "profile", path: "profile", file: "profile/profile.route.tsx", layout: "default", access: "franchisee" },
  {
    name: "profile-image",
    path: "profile/image",
    file: "profile/image.route.ts",
    layout: "none",
    access: "franchisee",
    single: true,
  },
  {
    name: "preferences",
    path: "preferences",
    file: "profile/preferences.route.tsx",
    layout: "default",
    access: "franchisee",
  },

  { name: "sellers", path: "sellers", file: "sellers/list/list.route.tsx", layout: "default", access: "franchisee" },
  {
    name: "sellers-new",
    path: "sellers/new",
    file: "sellers/record/new.route.tsx",
    layout: "default",
    access: "franchisee",
  },
  {
    name: "sellers-export-csv",
    path: "sellers/export.csv",
    file: "sellers/list/export-csv.route.ts",
    layout: "none",
    access: "franchisee",
  },
  {
    name: "sellers-export-xlsx",
    path: "sellers/export.xlsx",
    file: "sellers/list/export-xlsx.route.ts",
    layout: "none",
    access: "franchisee",
  },
  {
    name: "sellers-bulk",
    path: "sellers/bulk",
    file: "sellers/jobs/bulk.route.tsx",
    layout: "default",
    access: "franchisee",
  },
  {
    name: "sellers-import",
    path: "sellers/import",
    file: "sellers/import/import.route.tsx",
    layout: "default",
    access: "franchisee",
  },
  {
    name: "sellers-import-file",
    path: "sellers/import/files/:file",
    file: "sellers/import/import-file.route.ts",
    layout: "none",
    access: "franchisee",
  },
  {
    name: "job",
    path: "sellers/jobs/:job",
    file: "sellers/jobs/job.route.tsx",
    layout: "default",
    access: "franchisee",
  },
  {
    name: "sellers-suggest",
    path: "sellers/suggest",
    file: "sellers/list/suggest.route.ts",
    layout: "none",
    access: "franchisee",
  },
  {
    name: "seller",
    path: "sellers/:id",
    file: "sellers/record/detail.route.tsx",
    layout: "default",
    access: "franchisee",
  },
  {
    name: "seller-edit",
    path: "sellers/:id/edit",
    file: "sellers/record/edit.route.tsx",
    layout: "default",
    access: "franchisee",
  },
  {
    name: "seller-status",
    path: "sellers/:id/status",
    file: "sellers/record/status.route.tsx",
    layout: "default",
    access: "franchisee",
  },
  {
    name: "seller-history",
    path: "sellers/:id/history",
    file: "sellers/history/seller-history.route.tsx",
    layout: "default",
    access: "franchisee",
  },
  {
    name: "history",
    path: "history",
    file: "sellers/history/history.route.tsx",
    layout: "default",
    access: "franchisee",
  },
  { name: "help", path: "help", file: "help/help.route.tsx", layout: "default", access: "franchisee" },

  {
    name: "auth",
    path: "auth",
    file: "auth/sign-in/callback.route.tsx",
    layout: "public",
    access: "public",
    single: true,
  },
  { name: "auth-login", path: "auth/login", file: "auth/sign-in/login.route.ts", layout: "none", access: "public" },
  {
    name: "auth-logout",
    path: "auth/logout",
    file: "auth/sign-out/logout.route.tsx",
    layout: "public",
    access: "public",
  },
  {
    name: "auth-signed-out",
    path: "auth/signed-out",
    file: "auth/sign-out/signed-out.route.tsx",
    layout: "public",
    access: "public",
  },
  {
    name: "auth-unauthorized",
    path: "auth/unauthorized",
    file: "auth/sign-in/unauthorized.route.tsx",
    layout: "public",
    access: "public",
  },
  {
    name: "auth-silent-renew",
    path: "auth/silent-renew",
    file: "auth/session/silent-renew.route.ts",
    layout: "none",
    access: "public",
    single: true,
  },
  {
    name: "auth-session",
    path: "auth/session",
    file: "auth/session/session-check.route.ts",
    layout: "none",
    access: "public",
    single: true,
  },
  {
    name: "auth-backchannel-logout",
    path: "auth/backchannel-logout",
    file: "auth/sign-out/backchannel-logout.route.ts",
    layout: "none",
    access: "public",
    single: true,
  },
  { name: "logout", path: "logout", file: "auth/sign-out/logout-alias.route.ts", layout: "none", access: "public" },
  {
    name: "silent-refresh",
    path: "silent-refresh",
    file: "auth/session/silent-refresh.route.ts",
    layout: "none",
    access: "public",
  },

  { name: "error", path: "error", file: "errors/message.route.tsx", layout: "public", access: "public" },
  { name: "error-code", path: "error/:code", file: "errors/code.route.tsx", layout: "public", access: "public" },
  { name: "not-found", path: "*", file: "errors/not-found.route.tsx", layout: "public", access: "public" },

  { name: "style", path: "style", file: "ops/style-guide.route.tsx", layout: "style", access: "public" },
  {
    name: "language",
    path: "language",
    file: "ops/language.route.ts",
    layout: "none",
    access: "public",
    single: true,
  },
  { name: "healthz", path: "healthz", file: "ops/healthz.route.ts", layout: "none", access: "public", single: true },
  { name: "readyz", path: "readyz", file: "ops/readyz.route.ts", layout: "none", access: "public", single: true },
  { name: "metrics", path: "metrics", file: "ops/metrics.route.ts", layout: "none", access: "public", single: true },
];

/** `sellers___pl___default`, `sellers___en-US` (SPEC.md §2: triple underscore, suffix for the default locale). */
export function routeId(name: string, locale: Locale): string {
  return `${name}___${locale}${locale === defaultLocale ? "___default" : ""}`;
}
