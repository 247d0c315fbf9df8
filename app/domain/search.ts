import { withBoundedMarks } from "./clean-text";
import { type NewSeller, textFields } from "./seller";

/** Letters that Unicode doesn't decompose into a base letter and a mark. */
const STROKED: Record<string, string> = { ł: "l", ø: "o", đ: "d", ß: "ss", æ: "ae", œ: "oe", ı: "i" };

/** Returns lower case without accents and strokes, so that `zolta lodz` finds „Żółta Łódź”. */
export function fold(text: string): string {
  return withBoundedMarks(text.toLowerCase())
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .replace(/[łøđßæœı]/g, (letter) => STROKED[letter] ?? letter);
}

/** A seller matches if it contains all words. */
export function searchWords(q: string): string[] {
  return fold(q).split(/\s+/).filter(Boolean);
}

/** Each field has a line, so that no search word matches across two fields. */
export function searchText(seller: NewSeller): string {
  return fold(textFields.map((field) => seller[field]).join("\n"));
}

/** Splits a text for highlighting: the parts at odd indexes match one of the folded words. */
export function splitMatches(text: string, words: readonly string[]): string[] {
  if (!words.some((word) => fold(text).includes(word))) return [text];
  // Each letter keeps the combining marks that follow it.
  const letters = text.match(/\P{M}\p{M}*|\p{M}+/gu) ?? [];
  const foldedLetters = letters.map(fold);
  const folded = foldedLetters.join("");
  // Folding may lengthen a letter: ß becomes ss.
  const letterAt = foldedLetters.flatMap((piece, index) => Array<number>(piece.length).fill(index));
  const isMatched = letters.map(() => false);
  for (const word of words) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) {
      isMatched.fill(true, letterAt[at], (letterAt[at + word.length - 1] ?? 0) + 1);
    }
  }
  const parts = [""];
  letters.forEach((letter, index) => {
    const isMatchedPart = parts.length % 2 === 0;
    if (isMatched[index] !== isMatchedPart) parts.push("");
    parts[parts.length - 1] += letter;
  });
  return parts;
}
