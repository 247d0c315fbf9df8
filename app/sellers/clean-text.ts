/**
 * Text as a person meant it: composed (NFC, so that „ó” typed on any system is the same letter), without the
 * invisible characters that pasting brings, trimmed.
 */
export function cleanText(text: string): string {
  return text
    .normalize("NFC")
    .replace(/[\u200B\u2060\uFEFF]/g, "")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .trim();
}
