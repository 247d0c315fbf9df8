import { addressInApp, isSignInPage } from "~/auth/sign-in/return-path.server";
import { ASK_FIRST } from "~/auth/sign-out/sign-out.server";
import { getT } from "~/i18n/i18n.server";
import { barePath, type Locale, pathIn } from "~/i18n/locales";

/** These pages start nothing when they are opened again. */
const READ_ANEW = new Map([
  ["/auth/signed-out", "/auth/signed-out"],
  ["/auth/unauthorized", "/auth/unauthorized"],
  ["/auth/logout", `/auth/logout?${ASK_FIRST}`],
]);

/**
 * Follows the rules of `returnPath`, but stays on the pages above. Other pages of a sign-in, such as
 * the callback, can't be opened twice, so a page then says to start again.
 * @returns a path safe in a Location header; the start page for any other address
 */
export function languageTarget(value: string | null, locale: Locale): string {
  const own = addressInApp(value);
  if (!own) return pathIn(locale, "/");
  const { url, path } = own;
  if (!isSignInPage(path)) return pathIn(locale, url.pathname + url.search + url.hash);
  const page = READ_ANEW.get(barePath(path));
  if (page) return pathIn(locale, page);
  const t = getT(locale);
  return `${pathIn(locale, "/error")}?${new URLSearchParams({ title: t("signin:title.startAgain") })}`;
}
