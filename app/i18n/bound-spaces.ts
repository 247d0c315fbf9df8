export type Texts = { [key: string]: string | Texts };

/** A one-letter word, which no line ends with, and Mac's command key. */
const AFTER = /(?<=(?:^|[\s(„“–])[aiouwz]|⌘) (?=\S)/gi;
/** A number, whose noun the next line doesn't begin with. */
const NUMBER = /(?<=, number\}\}) (?=\p{L})/gu;
/** A unit, which no line begins with. */
const BEFORE = /(?<=\d|\}\}) (?=(?:[kM]B|s|min|px|%)(?!\p{L}))/gu;

/** Puts a no-break space (U+00A0) where no line may be broken. */
function bindSpaces(text: string): string {
  return [AFTER, NUMBER, BEFORE].reduce((bound, space) => bound.replace(space, "\u00a0"), text);
}

/** The same for all texts of a catalogue. */
export function bindTexts<T extends Texts>(texts: T): T {
  const bound = Object.entries(texts).map(([key, text]) => [
    key,
    typeof text === "string" ? bindSpaces(text) : bindTexts(text),
  ]);
  return Object.fromEntries(bound) as T;
}
