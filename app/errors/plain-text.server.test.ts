import { expect, test } from "vitest";
import { plainText } from "./plain-text.server";

test("words stay as they are", () => {
  expect(plainText("Nie masz dostępu do tej strony", 100)).toBe("Nie masz dostępu do tej strony");
  expect(plainText("<b>1 & 2</b>", 100)).toBe("<b>1 & 2</b>");
});

test("nothing gives nothing", () => {
  expect(plainText(null, 10)).toBe("");
  expect(plainText(" \u0000\n\t ", 10)).toBe("");
});

test("line breaks, control and direction characters go", () => {
  expect(plainText("a\r\nb\u0007c\u2028d", 100)).toBe("a b c d");
  expect(plainText("abc\u202Etxt.exe\u2066\u200B", 100)).toBe("abctxt.exe");
});

test("a long text is cut", () => {
  expect(plainText("ł".repeat(1_000_000), 20)).toBe(`${"ł".repeat(19)}…`);
});
