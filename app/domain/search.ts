import { withBoundedMarks } from "./clean-text";
import type { NewSeller } from "./seller";
import { textFields } from "./seller-fields";

/** Letters that Unicode doesn't decompose into a base letter and a mark. */
const STROKED: Record<string, string> = { ł: "l", ø: "o", đ: "d", ß: "ss", æ: "ae", œ: "oe", ı: "i" };

/** Lower case without accents and strokes, so that `zolta lodz` finds „Żółta Łódź”. */
export function fold(text: string): string {
  return withBoundedMarks(text.toLowerCase())
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .replace(/[łøđßæœı]/g, (letter) => STROKED[letter] ?? letter);
}

/** The folded words of a search; a seller must contain all of them. */
export function searchWords(q: string): string[] {
  return fold(q).split(/\s+/).filter(Boolean);
}

/** The folded text that a search looks through. Line ends keep a word from matching across two fields. */
export function searchText(seller: NewSeller): string {
  return fold(textFields.map((field) => seller[field]).join("\n"));
}
