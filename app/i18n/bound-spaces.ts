export type Texts = { [key: string]: string | Texts };

/** A one-letter word, which no line ends with, and Mac's command key. */
const AFTER = /(?<=(?:^|[\s(„“–])[aiouwz]|⌘) (?=\S)/gi;
/** A number, whose noun or unit the next line doesn't begin with. */
const NUMBER = /(?<=\d|, number\}\}|\{\{count\}\}) (?=\p{L})/gu;

/** Names of fields and buttons have none: browsers and files find „e-mail” as people type it. */
const SENTENCE_MARK = /[.,:]/;

/** Puts no-break spaces (U+00A0) and hyphens (U+2011) where no line may be broken. */
function bind(text: string): string {
  const bound = text.replace(AFTER, "\u00a0").replace(NUMBER, "\u00a0");
  return SENTENCE_MARK.test(text) ? bound.replace(/\be-(?=mail)/gi, "e\u2011") : bound;
}

/** The same for all texts of a catalogue. */
export function bindTexts<T extends Texts>(texts: T): T {
  const bound = Object.entries(texts).map(([key, text]) => [
    key,
    typeof text === "string" ? bind(text) : bindTexts(text),
  ]);
  return Object.fromEntries(bound) as T;
}
