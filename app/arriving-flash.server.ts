import { optional } from "~/.server/backend/optional";
import type { ArrivingFlash } from "~/.server/http/flash-cookie";
import { isPrefetch } from "~/.server/http/origin-check";
import { findGoneDraft } from "~/auth/drafts.server";
import { getT } from "~/i18n/i18n.server";
import { barePath, localeOfPath, pathIn } from "~/i18n/locales";
import { takeJobNews } from "~/sellers/jobs/job-summary.server";

/** Returns a message that no action has set: the page's draft is gone, or a job has ended. */
export async function arrivingFlash(request: Request, sub: string): Promise<ArrivingFlash | null> {
  return (await optional(goneDraftFlash(request, sub))) ?? newsFlash(request, sub);
}

async function goneDraftFlash(request: Request, sub: string): Promise<ArrivingFlash | null> {
  const url = new URL(request.url);
  const draft = await findGoneDraft(url, sub);
  if (!draft) return null;
  const { id, savedPath } = draft;
  const locale = localeOfPath(url.pathname);
  const t = getT(locale);
  if (savedPath?.startsWith("/sellers/jobs/")) {
    const link = { href: pathIn(locale, savedPath), text: t("upload:sameFile.see") };
    return { id, kind: "info", text: t("jobs:bulk.questionAnswered"), link };
  }
  if (savedPath) {
    const link = { href: pathIn(locale, savedPath), text: t("sellers:open") };
    return { id, kind: "info", text: t("problems:formSaved"), link };
  }
  if (barePath(url.pathname) === "/sellers/bulk") return { id, kind: "info", text: t("jobs:bulk.questionGone") };
  // The typed text is lost, so this is an error: error messages have no timer.
  return { id, kind: "error", text: t("problems:formGone") };
}

async function newsFlash(request: Request, sub: string): Promise<ArrivingFlash | null> {
  // `takeJobNews` deletes the news, and a browser may never show a prefetched page.
  if (isPrefetch(request) || request.method !== "GET") return null;
  const { pathname } = new URL(request.url);
  const locale = localeOfPath(pathname);
  const [, openJobId] = /^\/sellers\/jobs\/([\w-]+)$/.exec(barePath(pathname)) ?? [];
  return takeJobNews({ sub, t: getT(locale), href: (path) => pathIn(locale, path), openJobId });
}
