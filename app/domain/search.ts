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

/** In characters: as much of a word is compared where words are found by their beginnings. */
const MAX_BEGINNING = 64;

/**
 * What a search by beginnings finds a text by: its folded words, and their parts after punctuation
 * marks, so that `nowak` finds `jan.nowak@example.pl`.
 */
export function indexedWords(text: string): string[] {
  const words = searchWords(text).flatMap((word) => {
    const marks = [...word.matchAll(/[^\p{L}\p{N}]+(?=[\p{L}\p{N}])/gu)];
    return [word, ...marks.map((mark) => word.slice(mark.index + mark[0].length))];
  });
  return [...new Set(words.map(beginning))];
}

/** The words of a search by beginnings: each must begin an indexed word. */
export function searchedBeginnings(q: string): string[] {
  return [...new Set(searchWords(q).map(beginning))];
}

const beginning = (word: string) => word.slice(0, MAX_BEGINNING);

/** Line ends keep a word from matching across two fields. */
export function searchText(seller: NewSeller): string {
  return fold(textFields.map((field) => seller[field]).join("\n"));
}

/** The parts of a text, by turns not matched and matched by one of the folded words. */
export function splitMatches(text: string, words: readonly string[]): string[] {
  const whole = fold(text);
  if (!words.some((word) => whole.includes(word))) return [text];
  let folded = "";
  const origins: number[] = [];
  let place = 0;
  for (const letter of text) {
    const piece = fold(letter);
    folded += piece;
    for (let at = 0; at < piece.length; at += 1) origins.push(place);
    place += letter.length;
  }
  origins.push(text.length);
  const isMatched = new Array<boolean>(text.length).fill(false);
  for (const word of words) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) {
      isMatched.fill(true, origins[at], endOf(origins, at + word.length - 1));
    }
  }
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at <= text.length; at += 1) {
    if (at < text.length && isMatched[at] === (parts.length % 2 === 1)) continue;
    parts.push(text.slice(start, at));
    start = at;
  }
  return parts;
}

function endOf(origins: readonly number[], last: number): number {
  return origins.slice(last).find((origin) => origin > (origins[last] ?? 0)) ?? 0;
}
