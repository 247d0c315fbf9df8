export type Texts = { [key: string]: string | Texts };

/** A one-letter word may not end a line, so its space is bound; likewise Mac's command key. */
const SPACE_AFTER_LETTER = /(?<=(?:^|[\s(„“–])[aiouwz]|⌘) (?=\S)/gi;
/** The noun or unit after a number may not begin a line, so the space before it is bound. */
const SPACE_AFTER_NUMBER = /(?<=\d|, number\}\}|\{\{count\}\}) (?=\p{L})/gu;

/** Only sentences have these marks. Names must keep „e-mail” as people type it, to be found. */
const SENTENCE_MARK = /[.,:]/;

/** Puts no-break spaces (U+00A0) and hyphens (U+2011) where no line may break. */
function bind(text: string): string {
  const bound = text.replace(SPACE_AFTER_LETTER, "\u00a0").replace(SPACE_AFTER_NUMBER, "\u00a0");
  return SENTENCE_MARK.test(text) ? bound.replace(/\be-(?=mail)/gi, "e\u2011") : bound;
}

export function bindTexts<T extends Texts>(texts: T): T {
  const bound = Object.entries(texts).map(([key, text]) => [
    key,
    typeof text === "string" ? bind(text) : bindTexts(text),
  ]);
  return Object.fromEntries(bound) as T;
}
