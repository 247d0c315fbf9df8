import { known, optional } from "~/.server/backend/optional";
import { type ArrivingFlash, isPrefetch } from "~/.server/http/flash-cookie";
import { goneDraft, isDraftId } from "~/auth/drafts.server";
import { getT } from "~/i18n/i18n.server";
import { barePath, localeOfPath, pathIn } from "~/i18n/locales";
import { takeJobNews } from "~/sellers/jobs/job-news.server";

/** What to tell a person who has nothing else to read: first about the form that they came back for. */
export async function newsFor(request: Request, sub: string) {
  return known(await optional(goneFormFor(request, sub))) ?? jobNewsFor(request, sub);
}

/** An error, unless it was saved, so that it stays until it was read: what is in the fields now isn't what the person typed. */
async function goneFormFor(request: Request, sub: string): Promise<ArrivingFlash | null> {
  const url = new URL(request.url);
  const { id, savedAt } = (await goneDraft(url, sub)) ?? {};
  // The page's script writes the message's id into a cookie.
  if (!id || !isDraftId(id)) return null;
  const locale = localeOfPath(url.pathname);
  const t = getT(locale);
  if (savedAt) {
    const link = { href: pathIn(locale, savedAt), text: t("sellers:form.openCreated") };
    return { id, kind: "info", text: t("problems:formSaved"), link };
  }
  // A question that was answered is mostly come back to by Back, with its operation in the page's list.
  if (barePath(url.pathname) === "/sellers/bulk") return { id, kind: "info", text: t("bulk:questionGone") };
  return { id, kind: "error", text: t("problems:formGone") };
}

function jobNewsFor(request: Request, sub: string) {
  if (isPrefetch(request) || request.method !== "GET") return null;
  const { pathname } = new URL(request.url);
  const locale = localeOfPath(pathname);
  const [, reading] = /^\/sellers\/jobs\/([\w-]+)$/.exec(barePath(pathname)) ?? [];
  return takeJobNews({ sub, t: getT(locale), href: (path) => pathIn(locale, path), reading });
}
