import { isRouteErrorResponse } from "@remix-run/react";
import type { FailureReason } from "~/.server/backend/backend-error";
import type { Translate } from "~/i18n/catalogues";

/** The words of an error screen (docs/product.md §2). */
export type ErrorWords = {
  status: number;
  /** The screen's name, or the message (docs/product.md §2). */
  heading: string;
  /** The supplied status message, or our words for the status; absent if it is the heading. */
  message?: string;
  /** The message's language if it isn't the page's; such a message is only in the details. */
  messageLang?: string;
  /** „Nie znaleziono strony” or „Wewnętrzny błąd serwera”. */
  screenName: string;
  description?: string;
};

/** Any other status has the words of 400 or 500. */
const STATUSES_WITH_WORDS = [400, 401, 403, 404, 408, 409, 413, 429, 500, 502, 503, 504, 507] as const;

/** Statuses whose message („Brak dostępu”) is the heading; others have the screen's name there. */
const HEADED_BY_MESSAGE = new Set([401, 403, 429, 502, 503, 504]);

/** This text is promised to stay English in any language (docs/product.md §2). */
export const PAGE_NOT_FOUND = { status: 404, statusText: "Page not found" } as const;

/** @param supplied a status message that replaces the default one */
export function errorWords(t: Translate, status: number, supplied?: string): ErrorWords {
  const code = STATUSES_WITH_WORDS.find((ours) => ours === status) ?? (status < 500 ? 400 : 500);
  // After a 401 the button says what to do.
  const description = code === 401 ? undefined : t(`errors:status.http${descriptionOf(code)}.description`);
  const screenName = t(status === 404 ? "errors:pageNotFound" : "errors:internal");
  // The name of a 404 says what its message would say.
  if (code === 404) return { status, heading: screenName, message: supplied, screenName, description };
  const message = supplied || (code === 400 ? undefined : t(`errors:status.http${code}.message`));
  return message && HEADED_BY_MESSAGE.has(status)
    ? { status, heading: message, screenName, description }
    : { status, heading: screenName, message, screenName, description };
}

function descriptionOf<Code extends number>(code: Code) {
  return code === 502 || code === 504 ? 500 : (code as Exclude<Code, 502 | 504>);
}

/** Says why the sellers system's data are missing. */
export function sellersFailure(t: Translate, reason: FailureReason): string {
  if (reason === "notAllowed" || reason === "panel") return t(`errors:sellers.${reason}`);
  const system = t("errors:system.name.sellers");
  return `${t(`errors:system.${reason === "unreachable" ? "away" : reason}`, { system })}.`;
}

export function wordsOfError(t: Translate, error: unknown): ErrorWords {
  if (!isRouteErrorResponse(error)) return errorWords(t, 500);
  const { status, statusText } = error;
  // Other status texts are the router's, for developers.
  if (statusText !== PAGE_NOT_FOUND.statusText) return errorWords(t, status);
  return { ...errorWords(t, status, statusText), messageLang: "en" };
}
