/**
 * Text from a URL, fit to be shown: on one line, without control characters and without those that turn the
 * direction of what follows, at most `max` characters.
 */
export function plainText(value: string | null, max: number): string {
  const text = (value ?? "")
    .slice(0, max * 4)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .replace(/[\p{Cf}\p{Cs}\p{Co}]/gu, "")
    .trim();
  return text.length > max ? `${text.slice(0, max - 1).trimEnd()}…` : text;
}
