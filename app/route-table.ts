import { defaultLocale, type Locale } from "./i18n/locales";

export type Layout = "default" | "public" | "style" | "none";
export type Access = "public" | "franchisee";

export type Screen = {
  /** Also the label in logs and metrics. */
  name: string;
  /** The path without the locale's prefix; "" is the index. */
  path: string;
  /** The module, relative to app/. */
  file: string;
  layout: Layout;
  access: Access;
  /** Whether all locales share one URL, for example `/healthz`. */
  hasOneAddress: boolean;
};

type Row = [name: string, path: string, file: string, address?: "oneAddress"];

const group = (layout: Layout, access: Access, rows: Row[]): Screen[] =>
  rows.map(([name, path, file, address]) => {
    return { name, path, file, layout, access, hasOneAddress: address === "oneAddress" };
  });

/** The first matching path names a request in logs, so `sellers/new` must precede `sellers/:id`. */
export const screens: readonly Screen[] = [
  ...group("none", "franchisee", [
    ["dashboard", "dashboard", "home/dashboard.route.ts"],
    ["profile-image", "profile/image", "profile/image.route.ts", "oneAddress"],
    ["sellers-export-csv", "sellers/export.csv", "sellers/list/export/export-file.route.ts"],
    ["sellers-export-xlsx", "sellers/export.xlsx", "sellers/list/export/export-file.route.ts"],
    ["seller-history-csv", "sellers/:id/history/export.csv", "sellers/history/history-csv.route.ts"],
    ["history-csv", "history/export.csv", "sellers/history/history-csv.route.ts"],
    ["sellers-import-file", "sellers/import/files/:file", "sellers/import/import-file.route.ts"],
    ["job-results-csv", "sellers/jobs/:job/results.csv", "sellers/jobs/job-results-csv.route.ts"],
    ["sellers-jobs-news", "sellers/jobs/news", "sellers/jobs/news.route.ts"],
    ["sellers-suggest", "sellers/suggest", "sellers/list/suggest.route.ts"],
    ["sellers-views", "sellers/views", "sellers/list/views/views.route.ts"],
    ["sellers-same", "sellers/same", "sellers/record/same-email.route.ts"],
  ]),
  ...group("default", "franchisee", [
    ["index", "", "home/home.route.tsx"],
    ["profile", "profile", "profile/profile.route.tsx"],
    ["preferences", "preferences", "profile/preferences.route.tsx"],
    ["sellers", "sellers", "sellers/list/list.route.tsx"],
    ["sellers-new", "sellers/new", "sellers/record/new.route.tsx"],
    ["sellers-bulk", "sellers/bulk", "sellers/jobs/bulk.route.tsx"],
    ["sellers-emails", "sellers/emails", "sellers/list/export/emails.route.tsx"],
    ["sellers-import", "sellers/import", "sellers/import/import.route.tsx"],
    ["job", "sellers/jobs/:job", "sellers/jobs/job.route.tsx"],
    ["seller", "sellers/:id", "sellers/record/detail.route.tsx"],
    ["seller-edit", "sellers/:id/edit", "sellers/record/edit.route.tsx"],
    ["seller-actions", "sellers/:id/actions", "sellers/record/detail.route.tsx"],
    ["seller-status", "sellers/:id/status", "sellers/record/status.route.tsx"],
    ["seller-note", "sellers/:id/note", "sellers/record/note.route.tsx"],
    ["seller-history", "sellers/:id/history", "sellers/history/seller-history.route.tsx"],
    ["history", "history", "sellers/history/history.route.tsx"],
    ["help", "help", "help/help.route.tsx"],
  ]),
  ...group("none", "public", [
    ["auth-login", "auth/login", "auth/sign-in/login.route.ts"],
    ["auth-silent-renew", "auth/silent-renew", "auth/sign-in/silent-renew.route.ts", "oneAddress"],
    ["auth-session", "auth/session", "auth/session/session-poll.route.ts", "oneAddress"],
    ["auth-backchannel-logout", "auth/backchannel-logout", "auth/sign-out/backchannel-logout.route.ts", "oneAddress"],
    ["error-report", "error/report", "errors/report.route.ts", "oneAddress"],
    ["logout", "logout", "auth/other-name.route.ts"],
    ["silent-refresh", "silent-refresh", "auth/other-name.route.ts"],
    ["language", "language", "ops/language.route.ts", "oneAddress"],
    ["no-scripts", "no-scripts", "ops/no-scripts.route.ts", "oneAddress"],
    ["healthz", "healthz", "ops/health.route.ts", "oneAddress"],
    ["readyz", "readyz", "ops/health.route.ts", "oneAddress"],
    ["metrics", "metrics", "ops/metrics.route.ts", "oneAddress"],
  ]),
  ...group("public", "public", [
    ["auth", "auth", "auth/sign-in/callback.route.tsx", "oneAddress"],
    ["auth-logout", "auth/logout", "auth/sign-out/logout.route.tsx"],
    ["auth-signed-out", "auth/signed-out", "auth/sign-out/signed-out.route.tsx"],
    ["auth-unauthorized", "auth/unauthorized", "auth/sign-in/unauthorized.route.tsx"],
    ["accessibility", "accessibility", "help/privacy-and-accessibility.route.tsx"],
    ["privacy", "privacy", "help/privacy-and-accessibility.route.tsx"],
  ]),
  ...group("default", "public", [
    ["error", "error", "errors/message.route.tsx"],
    ["error-code", "error/:code", "errors/code.route.tsx"],
    ["not-found", "*", "errors/not-found.route.tsx"],
  ]),
  ...group("style", "public", [["style", "style", "ops/style-guide.route.tsx"]]),
];

/** Returns for example `sellers___pl___default` or `sellers___en-US` (docs/product.md §2). */
export function routeId(name: string, locale: Locale): string {
  return `${name}___${locale}${locale === defaultLocale ? "___default" : ""}`;
}
