import { optional } from "~/.server/backend/optional";
import type { ArrivingFlash } from "~/.server/http/flash-cookie";
import { isPrefetch } from "~/.server/http/origin-check";
import { findGoneDraft } from "~/auth/drafts.server";
import { getT } from "~/i18n/i18n.server";
import { barePath, localeOfPath, pathIn } from "~/i18n/locales";
import { takeJobNews } from "~/sellers/jobs/job-news.server";

/** Finds news of the form that the person came back for, or else of a job that has ended. */
export async function newsFor(request: Request, sub: string) {
  return (await optional(goneFormFor(request, sub))) ?? jobNewsFor(request, sub);
}

/** A lost draft is told as an error, which stays on the page until it is closed. */
async function goneFormFor(request: Request, sub: string): Promise<ArrivingFlash | null> {
  const url = new URL(request.url);
  const { id, savedPath } = (await findGoneDraft(url, sub)) ?? {};
  if (!id) return null;
  const locale = localeOfPath(url.pathname);
  const t = getT(locale);
  if (savedPath) {
    const link = { href: pathIn(locale, savedPath), text: t("sellers:form.openCreated") };
    return { id, kind: "info", text: t("problems:formSaved"), link };
  }
  if (barePath(url.pathname) === "/sellers/bulk") return { id, kind: "info", text: t("jobs:bulk.questionGone") };
  return { id, kind: "error", text: t("problems:formGone") };
}

function jobNewsFor(request: Request, sub: string) {
  if (isPrefetch(request) || request.method !== "GET") return null;
  const { pathname } = new URL(request.url);
  const locale = localeOfPath(pathname);
  const [, openJobId] = /^\/sellers\/jobs\/([\w-]+)$/.exec(barePath(pathname)) ?? [];
  return takeJobNews({ sub, t: getT(locale), href: (path) => pathIn(locale, path), openJobId });
}
