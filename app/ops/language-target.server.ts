import { isSignInPage, ownAddress } from "~/auth/sign-in/return-path.server";
import { ASK_FIRST } from "~/auth/sign-out/sign-out.server";
import { getT } from "~/i18n/i18n.server";
import { barePath, type Locale, pathIn } from "~/i18n/locales";

/** Pages about signing in and out that have a language switch, and start nothing when they are opened in another language. */
const READ_ANEW = new Map([
  ["/auth/signed-out", "/auth/signed-out"],
  ["/auth/unauthorized", "/auth/unauthorized"],
  ["/auth/logout", `/auth/logout?${ASK_FIRST}`],
]);

/**
 * The page that a language was chosen on, or that is to come anew, in that language: a page of this origin, by the rules of `returnPath`, but
 * that pages about signing out and refusals stay what they are. The callback's address isn't opened twice: what stands in its place says to
 * sign in anew, and starts nothing.
 * @returns a path safe in a Location header; the start page for anything else.
 */
export function languageTarget(value: string | null, locale: Locale): string {
  const own = ownAddress(value);
  if (!own) return pathIn(locale, "/");
  const { url, path } = own;
  if (!isSignInPage(path)) return pathIn(locale, url.pathname + url.search + url.hash);
  const page = READ_ANEW.get(barePath(path));
  if (page) return pathIn(locale, page);
  const t = getT(locale);
  return `${pathIn(locale, "/error")}?${new URLSearchParams({ title: t("signin:problem.unknown.title") })}`;
}
