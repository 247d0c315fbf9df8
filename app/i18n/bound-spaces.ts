export type Texts = { [key: string]: string | Texts };

/** The space behind a one-letter word, which may not end a line, and behind Mac's command key. */
const SPACE_AFTER_LETTER = /(?<=(?:^|[\s(„“–])[aiouwz]|⌘) (?=\S)/gi;
/** The space behind a number, whose noun or unit may not begin a line. */
const SPACE_AFTER_NUMBER = /(?<=\d|, number\}\}|\{\{count\}\}) (?=\p{L})/gu;

/** Names of fields and buttons lack these; people must find „e-mail” in them as they type it. */
const SENTENCE_MARK = /[.,:]/;

/** Puts no-break spaces (U+00A0) and hyphens (U+2011) where no line may be broken. */
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
