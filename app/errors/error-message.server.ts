import { getT } from "~/i18n/i18n.server";
import { type Locale, localeCodes } from "~/i18n/locales";

/** What our own pages put into the query of `/error`, in the language that was in use then. */
const TITLES = ["auth:noAccess.title", "signin:refusedByProvider.title", "signin:problem.unknown.title"] as const;
const MESSAGES = ["auth:noAccess.message"] as const;
/** These may have the provider's own words after them. */
const REFUSALS = [
  "signin:refusedByProvider.accessDenied",
  "signin:refusedByProvider.unavailable",
  "signin:refusedByProvider.notSignedIn",
  "signin:refusedByProvider.other",
] as const;

/** Whether a title is ours for people without access, in any language. */
export function isNoAccess(title: string): boolean {
  return localeCodes.some((code) => getT(code)("auth:noAccess.title") === title);
}

/** A title or message of ours, whichever language it is in, in this one; anybody else's as it is. */
export function inLanguage(text: string, locale: Locale): string {
  const t = getT(locale);
  for (const code of localeCodes) {
    const theirs = getT(code);
    for (const key of [...TITLES, ...MESSAGES, ...REFUSALS]) if (theirs(key) === text) return t(key);
    for (const key of REFUSALS) {
      const beginning = theirs("signin:refusedByProvider.described", { message: theirs(key), description: "" });
      if (!text.startsWith(beginning)) continue;
      const description = text.slice(beginning.length);
      return t("signin:refusedByProvider.described", { message: t(key), description });
    }
  }
  return text;
}
/**
 * Text from a URL, fit to be shown: on one line, without control characters and without those that turn the
 * direction of what follows, at most `max` characters.
 */
export function plainText(value: string | null, max: number): string {
  const text = (value ?? "")
    .slice(0, max * 4)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .replace(/[\p{Cf}\p{Cs}\p{Co}]/gu, "")
    .trim();
  return text.length > max ? `${text.slice(0, max - 1).trimEnd()}…` : text;
}
