/** React's own words in development, and its number elsewhere (react.dev/errors/421). */
const DRAWN_ANEW = /React error #421\b|before it finished hydrating/;

/**
 * Reports what React recovered from while it took a page over. A person who follows a link while a
 * part that came late isn't taken over yet makes React draw that part anew, which nobody sees.
 */
export function reportHydrationError(error: unknown): void {
  if (!(error instanceof Error && DRAWN_ANEW.test(error.message))) reportError(error);
}
