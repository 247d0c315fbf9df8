import { getT } from "~/i18n/i18n.server";
import { type Locale, localeCodes } from "~/i18n/locales";

const TITLES = ["auth:noAccess.title", "signin:title.failed", "signin:title.startAgain"] as const;
const MESSAGES = ["auth:noAccess.message"] as const;
/** The provider's text may follow these. */
const REFUSALS = [
  "signin:problem.accessDenied",
  "signin:problem.unavailable",
  "signin:problem.notSignedIn",
  "signin:problem.rejected",
] as const;

export function isNoAccess(title: string): boolean {
  return localeCodes.some((code) => getT(code)("auth:noAccess.title") === title);
}

/** Translates a text of ours; any other text stays as it is. */
export function inLanguage(text: string, locale: Locale): string {
  const t = getT(locale);
  for (const code of localeCodes) {
    const theirs = getT(code);
    for (const key of [...TITLES, ...MESSAGES, ...REFUSALS]) if (theirs(key) === text) return t(key);
    for (const key of REFUSALS) {
      const beginning = theirs("signin:described", { message: theirs(key), description: "" });
      if (!text.startsWith(beginning)) continue;
      const description = text.slice(beginning.length);
      return t("signin:described", { message: t(key), description });
    }
  }
  return text;
}
