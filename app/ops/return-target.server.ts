import { addressInApp, isSignInPage } from "~/auth/sign-in/return-path.server";
import { ASK_FIRST } from "~/auth/sign-out/sign-out.server";
import { getT } from "~/i18n/i18n.server";
import { barePath, localeOfPath, pathIn } from "~/i18n/locales";

/** Pages of a sign-in or sign-out that start nothing when they are opened again. */
const REPEATABLE = new Map([
  ["/auth/signed-out", "/auth/signed-out"],
  ["/auth/unauthorized", "/auth/unauthorized"],
  ["/auth/logout", `/auth/logout?${ASK_FIRST}`],
]);

/**
 * Returns a path that is safe in a Location header: the page of ours that `returnTo` names, or the
 * start page for any other address. A page of a sign-in that can't be opened twice, such as the
 * callback, is replaced by one that says to start again.
 */
export function returnTarget(returnTo: string | null, locale = localeOfPath(returnTo ?? "/")): string {
  const own = addressInApp(returnTo);
  if (!own) return pathIn(locale, "/");
  const { url, path } = own;
  if (!isSignInPage(path)) return pathIn(locale, url.pathname + url.search + url.hash);
  const page = REPEATABLE.get(barePath(path));
  if (page) return pathIn(locale, page);
  const t = getT(locale);
  return `${pathIn(locale, "/error")}?${new URLSearchParams({ title: t("signin:title.startAgain") })}`;
}
