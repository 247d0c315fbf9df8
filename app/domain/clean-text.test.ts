import fc from "fast-check";
import { expect, it, test, vi } from "vitest";
import { cleanCode, cleanText, codeKey, shortLine, wellFormed, withBoundedMarks } from "./clean-text";
import { fold } from "./search";

it("A text is cleaned to what a person meant", () => {
  expect(cleanText("  O\u0301\u200Bl\uFEFFa\u2028\tx ")).toBe("Óla x");
  expect(cleanText("na\u0308rodna\u00AD\u2060")).toBe("närodna");
});

it("A cleaned text has no character that turns or hides what follows", () => {
  expect(cleanText("Anna\u202Egpj.\u202C\u2066 x\u2069\u200E\u061C")).toBe("Annagpj. x");
  expect(cleanText("a\u{E0041}\u3164\u034Fb")).toBe("ab");
  expect(cleanText("می\u200Cخواهم 👩\u200D👩 \u06DD")).toBe("می\u200Cخواهم 👩\u200D👩 \u06DD");
  expect(cleanText(" \u200D\u200C ")).toBe("");
  expect(cleanText("\u200Da\u200C")).toBe("\u200Da\u200C");
});

it.each(["\u200C", "\u200D", "\uFE0F", "\u{E0100}", "\u180B", "\u180F", "\u034F", "\uFDD0", "\u{1FFFF}"])(
  "An address or a code loses the character %s",
  (character) => {
    expect(cleanCode(`ja${character}n@example.pl`)).toBe("jan@example.pl");
    expect(codeKey(`JA${character}N@example.pl`)).toBe(codeKey("jan@example.pl"));
    expect(cleanCode(character)).toBe("");
    expect(cleanText(` ${character} `)).toBe("");
  },
);

it("A name keeps what draws an emoji, and a Braille blank is a space", () => {
  expect(cleanText("❤\uFE0F")).toBe("❤\uFE0F");
  expect(cleanText("\u2800Jan\u2800Nowak\u2800")).toBe("Jan Nowak");
  expect(cleanText("Jan\uFFFE")).toBe("Jan");
});

it("A cleaned text has no half of a surrogate pair", () => {
  expect(cleanText("a\uD800b\uDC00")).toBe("a\uFFFDb\uFFFD");
  expect(wellFormed("\uD83D\uDE00 \uDE00\uD83D")).toBe("😀 \uFFFD\uFFFD");
});

it("A letter keeps its first 30 marks, and all of what follows", () => {
  const marks = "\u0301".repeat(30);
  expect(withBoundedMarks(`a${marks}\u0301b\u0301`)).toBe(`a${marks}b\u0301`);
  expect(withBoundedMarks(`a${marks}`)).toBe(`a${marks}`);
  expect(withBoundedMarks(`a${marks}${marks}bc${marks}${marks}`)).toBe(`a${marks}bc${marks}`);
  expect(withBoundedMarks("x\u0301".repeat(40))).toBe("x\u0301".repeat(40));
});

/** Halves of pairs, marks that compose, and what hides between them. */
const UNITS = [
  ...["a", "o", " ", "\t", "가", "\u2800", "\uD83D", "\uDE00", "\u0301", "\u0327"],
  ...["\u034F", "\u200B", "\u200D", "\u202E", "\u00AD", "\uFE0F", "\uFDD0"],
];

test("A cleaned text is well-formed and stays as it is when cleaned again", () =>
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...UNITS), maxLength: 12 }), (text) => {
      const cleaned = cleanText(text);
      expect(() => encodeURIComponent(cleaned)).not.toThrow();
      expect(cleanText(cleaned)).toBe(cleaned);
    }),
  ));

it("A text is never normalized with more than 30 marks on a letter", () => {
  const given: number[] = [];
  const normalize = vi.spyOn(String.prototype, "normalize").mockImplementation(function (this: string) {
    given.push(...[...this.matchAll(/\p{M}+/gu)].map(([marks]) => marks.length), this.length - 10_000);
    return String(this);
  });
  try {
    const marks = "\u0301\u0327".repeat(100_000);
    cleanText(`a${marks}`);
    cleanText(`${"a".repeat(9_000)}${marks}`);
    cleanText("a".repeat(1_000_000));
    fold(`a${marks}b${marks}`);
  } finally {
    normalize.mockRestore();
  }
  expect(Math.max(...given)).toBeLessThanOrEqual(30);
});

test("A short line has no line breaks, control and direction characters", () => {
  expect(shortLine("Nie masz dostępu: <b>1 & 2</b>", 100)).toBe("Nie masz dostępu: <b>1 & 2</b>");
  expect(shortLine("a\r\nb\u0007c\u2028  d", 100)).toBe("a b c d");
  expect(shortLine("abc\u202Etxt\uE000.exe\u2066\u200B", 100)).toBe("abctxt.exe");
  expect(shortLine(" \u0000\n\t ", 10)).toBe("");
});

test("A short line is cut to its length with an ellipsis", () => {
  expect(shortLine("ł".repeat(1_000_000), 20)).toBe(`${"ł".repeat(19)}…`);
});
