import { isRouteErrorResponse } from "@remix-run/react";
import type { FailureReason } from "~/.server/backend/backend-error";
import type { Translate } from "~/i18n/catalogues";

export type ErrorWords = {
  status: number;
  heading: string;
  /** Absent if the heading is the message. */
  message?: string;
  /** Set if the message isn't in the page's language. Only the technical details show it then. */
  messageLang?: string;
  /** „Nie znaleziono strony” or „Wewnętrzny błąd serwera”. */
  screenName: string;
  description?: string;
};

/** Any other status has the words of 400 or 500. */
const STATUSES_WITH_WORDS = [400, 401, 403, 404, 408, 409, 413, 429, 500, 502, 503, 504, 507] as const;

/** For these statuses the heading is the message, such as „Brak dostępu”, not the screen's name. */
const HEADED_BY_MESSAGE = new Set([401, 403, 429, 502, 503, 504]);

/** docs/product.md §2 promises this English text in every language. */
export const PAGE_NOT_FOUND = { status: 404, statusText: "Page not found" } as const;

/** @param supplied replaces the status's default message */
export function errorWords(t: Translate, status: number, supplied?: string): ErrorWords {
  const code = STATUSES_WITH_WORDS.find((ours) => ours === status) ?? (status < 500 ? 400 : 500);
  // No description of a 401, because the sign-in button says what to do.
  const description = code === 401 ? undefined : t(`errors:status.http${describedStatus(code)}.description`);
  const screenName = t(status === 404 ? "errors:pageNotFound" : "errors:internal");
  // No default message of a 404, because it would repeat the screen's name.
  if (code === 404) return { status, heading: screenName, message: supplied, screenName, description };
  const message = supplied || (code === 400 ? undefined : t(`errors:status.http${code}.message`));
  return message && HEADED_BY_MESSAGE.has(status)
    ? { status, heading: message, screenName, description }
    : { status, heading: screenName, message, screenName, description };
}

function describedStatus<Code extends number>(code: Code) {
  return code === 502 || code === 504 ? 500 : (code as Exclude<Code, 502 | 504>);
}

export function sellersFailure(t: Translate, reason: FailureReason): string {
  if (reason === "notAllowed" || reason === "panel") return t(`errors:sellers.${reason}`);
  const system = t("errors:system.name.sellers");
  return `${t(`errors:system.${reason === "unreachable" ? "away" : reason}`, { system })}.`;
}

export function routeErrorWords(t: Translate, error: unknown): ErrorWords {
  if (!isRouteErrorResponse(error)) return errorWords(t, 500);
  const { status, statusText } = error;
  // Any other status text is the router's and addresses developers.
  if (statusText !== PAGE_NOT_FOUND.statusText) return errorWords(t, status);
  return { ...errorWords(t, status, statusText), messageLang: "en" };
}
