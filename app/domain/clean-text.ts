/** In UTF-16 units, far above any field's limit. A longer text is cut. */
const MAX_LENGTH = 10_000;

/** A letter keeps 30 marks (UAX 15), because normalizing thousands takes quadratic time. */
const EXCESS_MARKS = /(\p{M}{30})\p{M}+/gu;

const LONE_SURROGATES = /\p{Cs}/gu;

/** Format characters that people need: joiners, and visible ones such as Arabic number signs. */
const NEEDED_FORMATS = "\\u200C\\u200D\\u0600-\\u0605\\u06DD\\u070F\\u0890\\u0891\\u08E2\\u{110BD}\\u{110CD}";
/** All other format characters (Cf), Hangul fillers, the grapheme joiner and two Khmer vowels. */
const INVISIBLE = new RegExp(`(?![${NEEDED_FORMATS}])[\\p{Cf}\\u115F\\u1160\\u3164\\uFFA0\\u034F\\u17B4\\u17B5]`, "gu");

const NONCHARACTERS = /\p{Noncharacter_Code_Point}/gu;

/** Code points that fonts draw as nothing: joiners, variation selectors, fillers. */
const UNDRAWN = /\p{Default_Ignorable_Code_Point}/gu;

/** Characters that fonts can't draw, and accents that NFC can't join to their letter, as in q́. */
const UNREADABLE = /[\p{Co}\p{Cn}\uFFFC\uFFFD\u{1D159}]|(?=\p{Script=Inherited})\p{M}/u;

// Replaces halves of surrogate pairs, which no URL, header or file can have. Browsers before 2023
// have no `String.toWellFormed`.
export function wellFormed(text: string): string {
  return text.replace(LONE_SURROGATES, "\uFFFD");
}

export function withBoundedMarks(text: string): string {
  return text.replace(EXCESS_MARKS, "$1");
}

export function cleanText(text: string): string {
  const visible = wellFormed(text.slice(0, MAX_LENGTH)).replace(INVISIBLE, "").replace(NONCHARACTERS, "");
  // Unicode doesn't classify U+2800, the blank Braille pattern, as a space.
  const cleaned = withBoundedMarks(visible)
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u2800]+/gu, " ")
    .trim();
  return cleaned.replace(UNDRAWN, "").trim() === "" ? "" : cleaned;
}

export function cleanLines(text: string): string {
  const lines = text.slice(0, MAX_LENGTH).split(/\r\n|[\r\n\u2028\u2029]/u);
  return lines
    .map(cleanText)
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** A text of more than `max` UTF-16 units is cut, and ends in an ellipsis. */
export function shortLine(text: string, max: number): string {
  // Removes characters of private use, which have no shape that people could read.
  const line = cleanText(text.slice(0, MAX_LENGTH).replace(/\p{Co}/gu, "")).replace(/\s+/g, " ");
  return line.length > max ? `${line.slice(0, max - 1).trimEnd()}…` : line;
}

/** Like `cleanText`, but also removes joiners and variation selectors, which only names need. */
export function cleanCode(text: string): string {
  return cleanText(text.slice(0, MAX_LENGTH).replace(UNDRAWN, ""));
}

export function isReadable(text: string): boolean {
  return !UNREADABLE.test(text);
}

/** Returns equal keys for e-mail addresses or MPKs that people can't tell apart. */
export function codeKey(text: string): string {
  return cleanCode(text).toLowerCase();
}
