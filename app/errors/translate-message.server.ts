import { getT } from "~/i18n/i18n.server";
import { type Locale, localeCodes } from "~/i18n/locales";

/*
 * The address of `/error` holds finished texts (docs/product.md §2). If a person switches the
 * language there, our own texts are found in the other catalogues and translated.
 */

/** Messages that the provider's own description may follow. */
const REFUSALS = [
  "signin:problem.accessDenied",
  "signin:problem.unavailable",
  "signin:problem.notSignedIn",
  "signin:problem.rejected",
] as const;
const TEXTS = [
  "auth:noAccess.title",
  "auth:noAccess.message",
  "signin:title.failed",
  "signin:title.startAgain",
  ...REFUSALS,
] as const;

export function hasNoAccessTitle(title: string): boolean {
  return localeCodes.some((code) => getT(code)("auth:noAccess.title") === title);
}

/** Translates a text of ours; any other text stays as it is. */
export function translateOwnText(text: string, locale: Locale): string {
  const t = getT(locale);
  for (const code of localeCodes) {
    const textOf = getT(code);
    for (const key of TEXTS) if (textOf(key) === text) return t(key);
    for (const key of REFUSALS) {
      // The description stands last in each catalogue, so an empty one gives the beginning.
      const beginning = textOf("signin:described", { message: textOf(key), description: "" });
      if (!text.startsWith(beginning)) continue;
      const description = text.slice(beginning.length);
      return t("signin:described", { message: t(key), description });
    }
  }
  return text;
}
