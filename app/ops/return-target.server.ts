import { addressInApp, isSignInPage } from "~/auth/sign-in/return-path.server";
import { ASK_FIRST } from "~/auth/sign-out/sign-out.server";
import { getT } from "~/i18n/i18n.server";
import { barePath, localeOfPath, pathIn } from "~/i18n/locales";

/** Pages below `/auth` that can be opened again; `/auth/logout` then asks before it signs out. */
const REPEATABLE = new Map([
  ["/auth/signed-out", "/auth/signed-out"],
  ["/auth/unauthorized", "/auth/unauthorized"],
  ["/auth/logout", `/auth/logout?${ASK_FIRST}`],
]);

/** Returns `returnTo` in `locale`. `/auth?code=…`, which works only once, becomes an error page. */
export function returnTarget(returnTo: string | null, locale = localeOfPath(returnTo ?? "/")): string {
  const address = addressInApp(returnTo);
  if (!address) return pathIn(locale, "/");
  const { url, path } = address;
  if (!isSignInPage(path)) return pathIn(locale, url.pathname + url.search + url.hash);
  const page = REPEATABLE.get(barePath(path));
  if (page) return pathIn(locale, page);
  const t = getT(locale);
  return `${pathIn(locale, "/error")}?${new URLSearchParams({ title: t("signin:title.startAgain") })}`;
}
