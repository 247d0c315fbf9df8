/**
 * Longest text that is looked at, in UTF-16 units: far above any field's limit, so that what is longer is still told as
 * too long, without the work that all of it would cost.
 */
const MAX_LOOKED_AT = 10_000;

/**
 * Marks on one letter, at most (Unicode Standard Annex 15, Stream-Safe Text Format). Putting marks in order costs the
 * square of their number; no language stacks more than a few.
 */
const MARKS_TOO_MANY = /(\p{M}{30})\p{M}+/gu;

/** Halves of a surrogate pair, which no URL, header or file can hold. */
const LONE_SURROGATES = /\p{Cs}/gu;

/**
 * Characters that can't be seen but change what can: they turn the direction of writing, break words invisibly or fill space (general
 * category Cf and the fillers). Not among them: the joiners U+200C and U+200D, which some scripts need, and number signs that are drawn.
 */
const INVISIBLE =
  /(?!\u200C|\u200D|[\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}])(?:[\p{Cf}\u115F\u1160\u3164\uFFA0]|\u034F|\u17B4|\u17B5)/gu;

/** Nothing that a person could see. */
const BLANK = /^(?:\s|\u200C|\u200D)*$/;

/** Text that any URL, header and file can hold: half a surrogate pair is U+FFFD, as it is in UTF-8. */
export function wellFormed(text: string): string {
  return text.replace(LONE_SURROGATES, "\uFFFD");
}

/** Text that takes no longer to normalize than it is long. */
export function withBoundedMarks(text: string): string {
  return text.replace(MARKS_TOO_MANY, "$1");
}

/**
 * Text as a person meant it: composed (NFC, so that „ó” typed on any system is the same letter), well-formed, without the
 * invisible characters that pasting brings, trimmed. Of a text beyond MAX_LOOKED_AT only its beginning.
 */
export function cleanText(text: string): string {
  const visible = wellFormed(text.slice(0, MAX_LOOKED_AT)).replace(INVISIBLE, "");
  const cleaned = withBoundedMarks(visible)
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .trim();
  return BLANK.test(cleaned) ? "" : cleaned;
}
