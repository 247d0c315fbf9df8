/** In UTF-16 units, far above any field's limit. Longer texts are cut before they are cleaned. */
const MAX_LENGTH = 10_000;

/** A letter keeps 30 marks (UAX 15), because normalizing takes the square of their number. */
const EXCESS_MARKS = /(\p{M}{30})\p{M}+/gu;

const LONE_SURROGATES = /\p{Cs}/gu;

/** These format characters are needed: joiners of some scripts, and visible number signs. */
const NEEDED_FORMATS = "\\u200C\\u200D\\u0600-\\u0605\\u06DD\\u070F\\u0890\\u0891\\u08E2\\u{110BD}\\u{110CD}";
/** All other format characters (Cf), Hangul fillers, the grapheme joiner and two Khmer vowels. */
const INVISIBLE = new RegExp(`(?![${NEEDED_FORMATS}])[\\p{Cf}\\u115F\\u1160\\u3164\\uFFA0\\u034F\\u17B4\\u17B5]`, "gu");

/** Code points that Unicode never gives to a character. */
const NONCHARACTERS = /\p{Noncharacter_Code_Point}/gu;

/** Code points that fonts draw as nothing: joiners, variation selectors, fillers. */
const UNDRAWN = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * Characters that fonts don't draw or draw as a box (private use, unassigned, U+FFFC, U+FFFD, the
 * null notehead), and accents that NFC couldn't join to a letter, such as the acute accent of q́.
 */
const UNREADABLE = /[\p{Co}\p{Cn}\uFFFC\uFFFD\u{1D159}]|(?=\p{Script=Inherited})\p{M}/u;

/**
 * Replaces halves of surrogate pairs by U+FFFD, because no URL, header or file can hold them.
 * `String.toWellFormed` is missing in browsers before 2023.
 */
export function wellFormed(text: string): string {
  return text.replace(LONE_SURROGATES, "\uFFFD");
}

export function withBoundedMarks(text: string): string {
  return text.replace(EXCESS_MARKS, "$1");
}

/** Returns the text composed (NFC), well-formed, trimmed, and without invisible characters. */
export function cleanText(text: string): string {
  const visible = wellFormed(text.slice(0, MAX_LENGTH)).replace(INVISIBLE, "").replace(NONCHARACTERS, "");
  // U+2800, the blank Braille pattern, is no space to Unicode.
  const cleaned = withBoundedMarks(visible)
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u2800]+/gu, " ")
    .trim();
  return cleaned.replace(UNDRAWN, "").trim() === "" ? "" : cleaned;
}

/** Cleans each line, and keeps at most one empty line between two lines. */
export function cleanLines(text: string): string {
  const lines = text.slice(0, MAX_LENGTH).split(/\r\n|[\r\n\u2028\u2029]/u);
  return lines
    .map(cleanText)
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** Cleans a text into one line of at most `max` UTF-16 units; a cut line ends in an ellipsis. */
export function shortLine(text: string, max: number): string {
  // Characters of private use have no shape that people could read.
  const line = cleanText(text.slice(0, MAX_LENGTH).replace(/\p{Co}/gu, "")).replace(/\s+/g, " ");
  return line.length > max ? `${line.slice(0, max - 1).trimEnd()}…` : line;
}

/** Cleans a text, and also removes joiners and variation selectors, which only names need. */
export function cleanCode(text: string): string {
  return cleanText(text.slice(0, MAX_LENGTH).replace(UNDRAWN, ""));
}

/** Whether people can read each character of an e-mail address or MPK that `cleanText` composed. */
export function isReadable(text: string): boolean {
  return !UNREADABLE.test(text);
}

/** Returns equal keys for e-mail addresses or MPKs that people can't tell apart. */
export function codeKey(text: string): string {
  return cleanCode(text).toLowerCase();
}
