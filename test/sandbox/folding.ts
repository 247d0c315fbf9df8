const ASCII = /^[\x20-\x7e\n]*$/;

/** Lower case without accents. `ł` is replaced by hand, because Unicode doesn't decompose it. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (ASCII.test(lower)) return lower;
  return lower
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .replaceAll("ł", "l");
}
