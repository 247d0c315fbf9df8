/** At most two letters for a name: „Anna Maria Kowalska” gives „AK”, an address its first letter, no name a dot. */
export function initialsOf(name: string | undefined): string {
  const words = (name ?? "").split("@", 1)[0]?.match(/[\p{L}\p{N}][^\s]*/gu) ?? [];
  const picked = words.length > 1 ? [words[0], words[words.length - 1]] : words;
  const letters = picked.map((word) => [...(word ?? "")][0] ?? "").join("");
  return letters.toLocaleUpperCase("pl") || "·";
}
