import { withBoundedMarks } from "./clean-text";
import type { NewSeller } from "./seller";
import { textFields } from "./seller-fields";

/** Letters that Unicode doesn't split into a base letter and a mark. */
const STROKED: Record<string, string> = { ł: "l", ø: "o", đ: "d", ß: "ss", æ: "ae", œ: "oe", ı: "i" };

/** Text for searching: lower case, without accents and strokes, so that `zolta lodz` finds „Żółta Łódź”. */
export function fold(text: string): string {
  return withBoundedMarks(text.toLowerCase())
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .replace(/[łøđßæœı]/g, (letter) => STROKED[letter] ?? letter);
}

/** The folded words of a search; a seller matches when it holds all of them. */
export function searchWords(q: string): string[] {
  return fold(q).split(/\s+/).filter(Boolean);
}

/** The text that a search looks through. The line ends keep a word from matching across two fields. */
export function searchText(seller: NewSeller): string {
  return fold(textFields.map((field) => seller[field]).join("\n"));
}
