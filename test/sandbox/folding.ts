/** Lower case without accents; `ł` has no decomposition, so it is named. */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .replaceAll("ł", "l");
}
